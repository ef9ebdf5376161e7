// The mailer over SMTP.
import { createTransport } from 'nodemailer'
import { isEmail } from '#shared/forms/field.ts'
import { type Mail, MailError, type Mailer } from './mailer.ts'

export interface SmtpSettings {
  /** Such as smtps://user:password@mail.example:465. */
  smtpUrl: string
  /** One address, or a name with it: Registry <registry@institute.example>. */
  from: string
  /** For connecting, for the greeting and for every silence after it. */
  timeLimitMs?: number
}

const TIME_LIMIT_MS = 15_000

/** @throws Error at once when the sender is not one address */
export function smtpMailer({ smtpUrl, from, timeLimitMs = TIME_LIMIT_MS }: SmtpSettings): Mailer {
  const sender = senderOf(from)
  const [, domain = ''] = sender.address.split('@')
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeLimitMs,
    greetingTimeout: timeLimitMs,
    socketTimeout: timeLimitMs,
    // A letter is text only: nothing in it may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send({ to, subject, html, text, id }) {
      // The library takes line breaks and lists of addresses; we take one address.
      if (!isEmail(to)) throw new MailError('permanent', 'The address is not one that mail can be sent to.')
      try {
        await transport.sendMail({
          from: sender,
          to: { name: '', address: to },
          subject: subject.replace(/\p{Cc}+/gu, ' '),
          html,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...(id && { messageId: messageId(id, domain) }),
        })
      } catch (error) {
        throw mailError(error)
      }
    },
  }
}

function senderOf(from: string): { name: string; address: string } {
  const [, name = '', inBrackets, alone = ''] = /^(?:([^<>\r\n]*)<([^<>]+)>|([^<>]+))$/.exec(from.trim()) ?? []
  const address = (inBrackets ?? alone).trim()
  if (!isEmail(address)) throw new Error('The sender of mails must be an address, or a name and <an address>.')
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}

function messageId(id: NonNullable<Mail['id']>, domain: string): string {
  if (!/^[\w.-]{1,100}$/.test(id))
    throw new MailError('permanent', 'The id of a mail may hold letters, digits, dots and dashes.')
  return `<${id}@${domain}>`
}

/** The server's own words are left out, because they repeat the address. */
function mailError(error: unknown): MailError {
  if (error instanceof MailError) return error
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  // Only a refusal of this address or this mail is final; wrong credentials, for one, can be mended.
  const isFinal = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
  const what = responseCode ?? code ?? 'unknown'
  if (isFinal) return new MailError('permanent', `The mail server refused the mail (${what}).`)
  return new MailError('temporary', `The mail server did not take the mail (${what}).`)
}
