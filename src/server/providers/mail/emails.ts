// Every letter the portal writes, from plain data to subject, HTML and text.
import { render, toPlainText } from '@react-email/render'
import { type AccountIssued, accountIssued } from './emails/account-issued.tsx'
import { type ApplicationSubmitted, applicationSubmitted } from './emails/application-submitted.tsx'
import { type ComplaintReceived, complaintReceived } from './emails/complaint-received.tsx'
import { type PasswordChanged, passwordChanged } from './emails/password-changed.tsx'
import { type PasswordReset, passwordReset } from './emails/password-reset.tsx'
import { type PaymentReceived, paymentReceived } from './emails/payment-received.tsx'
import type { Office, Template } from './emails/template.ts'
import type { Letter } from './mailer.ts'

/** What each letter is written from; moments are ISO 8601 texts, so that the data may wait in a job. */
export interface LetterData {
  accountIssued: AccountIssued
  passwordReset: PasswordReset
  passwordChanged: PasswordChanged
  paymentReceived: PaymentReceived
  applicationSubmitted: ApplicationSubmitted
  complaintReceived: ComplaintReceived
}

export type LetterName = keyof LetterData

export const letters: { readonly [Name in LetterName]: (data: LetterData[Name]) => Promise<Letter> } = {
  accountIssued: written(accountIssued),
  passwordReset: written(passwordReset),
  passwordChanged: written(passwordChanged),
  paymentReceived: written(paymentReceived),
  applicationSubmitted: written(applicationSubmitted),
  complaintReceived: written(complaintReceived),
}

type TextOptions = NonNullable<Parameters<typeof toPlainText>[1]>

const asText: TextOptions = {
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'tr.fact', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'th.fact-part', format: 'inline' },
    { selector: 'td.fact-part', format: 'inline' },
  ],
}

function written<Data extends { office: Office }>({ subject, body }: Template<Data>): (data: Data) => Promise<Letter> {
  return async (data) => {
    const html = await render(body(data))
    return { subject: subject(data), html, text: toPlainText(html, asText) }
  }
}
