// Renders every email of the portal from plain data: subject, HTML and text.
import { plainTextSelectors, render } from '@react-email/render'
import { compile } from 'html-to-text'
import type { EmailTemplateName } from '#shared/staff/labels/email-templates.ts'
import { type AccountIssuedData, accountIssued } from './emails/account-issued.tsx'
import { type AccountIssuedAgainData, accountIssuedAgain } from './emails/account-issued-again.tsx'
import { type ApplicationReinstatedData, applicationReinstated } from './emails/applications/application-reinstated.tsx'
import { type ApplicationReturnedData, applicationReturned } from './emails/applications/application-returned.tsx'
import { type ApplicationSubmittedData, applicationSubmitted } from './emails/applications/application-submitted.tsx'
import { type ApplicationWithdrawnData, applicationWithdrawn } from './emails/applications/application-withdrawn.tsx'
import { type OfferPublishedData, offerPublished } from './emails/applications/offer-published.tsx'
import { type OutcomePublishedData, outcomePublished } from './emails/applications/outcome-published.tsx'
import { type RefereeNamedData, refereeNamed } from './emails/applications/referee-named.tsx'
import { type ResultPublishedData, resultPublished } from './emails/applications/result-published.tsx'
import { type SeatPublishedData, seatPublished } from './emails/applications/seat-published.tsx'
import { type ComplaintAnsweredData, complaintAnswered } from './emails/complaint-answered.tsx'
import { type ComplaintReceivedData, complaintReceived } from './emails/complaint-received.tsx'
import { type DetailsCorrectedData, detailsCorrected } from './emails/details-corrected.tsx'
import { type PasswordChangedData, passwordChanged } from './emails/password-changed.tsx'
import { type PasswordResetData, passwordReset } from './emails/password-reset.tsx'
import { type PaymentReceivedData, paymentReceived } from './emails/payment-received.tsx'
import { type ReminderData, reminder } from './emails/reminder.tsx'
import { type StaffInvitationData, staffInvitation } from './emails/staff-invitation.tsx'
import { type StaffNoticeData, staffNotice } from './emails/staff-notice.tsx'
import type { EmailTemplate } from './emails/template.ts'
import type { EmailContent } from './mailer.ts'

/** The data of each email. Dates are ISO 8601 strings, because the data waits in the queue as JSON. */
export interface EmailData {
  accountIssued: AccountIssuedData
  accountIssuedAgain: AccountIssuedAgainData
  reminder: ReminderData
  passwordReset: PasswordResetData
  passwordChanged: PasswordChangedData
  paymentReceived: PaymentReceivedData
  applicationSubmitted: ApplicationSubmittedData
  applicationReturned: ApplicationReturnedData
  applicationWithdrawn: ApplicationWithdrawnData
  applicationReinstated: ApplicationReinstatedData
  refereeNamed: RefereeNamedData
  complaintReceived: ComplaintReceivedData
  staffInvitation: StaffInvitationData
  staffNotice: StaffNoticeData
  complaintAnswered: ComplaintAnsweredData
  detailsCorrected: DetailsCorrectedData
  outcomePublished: OutcomePublishedData
  seatPublished: SeatPublishedData
  resultPublished: ResultPublishedData
  offerPublished: OfferPublishedData
}

export type EmailName = keyof EmailData

const templates: { readonly [Name in EmailTemplateName]: EmailTemplate<EmailData[Name]> } = {
  accountIssued,
  accountIssuedAgain,
  reminder,
  passwordReset,
  passwordChanged,
  paymentReceived,
  applicationSubmitted,
  applicationReturned,
  applicationWithdrawn,
  applicationReinstated,
  refereeNamed,
  complaintReceived,
  staffInvitation,
  staffNotice,
  complaintAnswered,
  detailsCorrected,
  outcomePublished,
  seatPublished,
  resultPublished,
  offerPublished,
}

/** As `toPlainText` of the package, which prepares the selectors anew for each email: that takes ten times as long as the text. */
const toText = compile({
  wordwrap: false,
  selectors: [
    ...plainTextSelectors,
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'tr.fact', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'th.fact-part', format: 'inline' },
    { selector: 'td.fact-part', format: 'inline' },
  ],
})

export async function renderEmail<Name extends EmailName>(name: Name, data: EmailData[Name]): Promise<EmailContent> {
  const { subject, body }: EmailTemplate<EmailData[Name]> = templates[name]
  const html = await render(body(data))
  return { subject: subject(data), html, text: toText(html) }
}
