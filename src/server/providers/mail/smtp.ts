import { createTransport } from 'nodemailer'
import { isEmail } from '#shared/forms/field.ts'
import { MailError, type Mailer, type OutgoingEmail } from './mailer.ts'

export interface SmtpSettings {
  /** Such as smtps://user:password@mail.example:465. */
  smtpUrl: string
  /** One address, or a name with it: Registry <registry@institute.example>. */
  from: string
  /** Sends nothing over a connection that the server does not encrypt, be it by smtps:// or by STARTTLS. */
  requiresTls?: boolean
  /** For connecting, for the greeting, and between two packets after it. */
  timeoutMs?: number
}

const defaultTimeoutMs = 15_000

/** @throws Error when the sender is not one address */
export function createSmtpMailer(settings: SmtpSettings): Mailer {
  const { smtpUrl, from, requiresTls = false, timeoutMs = defaultTimeoutMs } = settings
  const sender = parseSender(from)
  const [, domain = ''] = sender.address.split('@')
  const transport = createTransport({
    url: requiresTls ? addOption(smtpUrl, 'requireTLS', 'true') : smtpUrl,
    // Until the greeting has arrived.
    connectionTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // The content of an email must not make the library read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send({ to, subject, html, text, id }) {
      // The library accepts line breaks and lists of addresses.
      if (!isEmail(to)) throw new MailError('permanent', 'The address is not valid.')
      try {
        await transport.sendMail({
          from: sender,
          to: { name: '', address: to },
          subject: subject.replace(/\p{Cc}+/gu, ' '),
          html,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...(id && { messageId: createMessageId(id, domain) }),
        })
      } catch (error) {
        throw toMailError(error)
      }
    },
  }
}

/** In the URL, because the library prefers the URL's options to all others. */
function addOption(smtpUrl: string, name: string, value: string): string {
  const url = new URL(smtpUrl)
  url.searchParams.set(name, value)
  return url.href
}

function parseSender(from: string): { name: string; address: string } {
  const [, name = '', inBrackets, alone = ''] = /^(?:([^<>\r\n]*)<([^<>]+)>|([^<>]+))$/.exec(from.trim()) ?? []
  const address = (inBrackets ?? alone).trim()
  if (!isEmail(address)) throw new Error('The sender of emails must be an address, or a name and <an address>.')
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}

function createMessageId(id: NonNullable<OutgoingEmail['id']>, domain: string): string {
  if (!/^[\w.-]{1,100}$/.test(id)) throw new MailError('permanent', 'The Message-ID contains a forbidden character.')
  return `<${id}@${domain}>`
}

/** Without the server's own message, because it repeats the address. */
function toMailError(error: unknown): MailError {
  if (error instanceof MailError) return error
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  // Only a refusal of this address or this email is permanent: staff can fix wrong credentials, for example.
  const isPermanent = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
  const reason = responseCode ?? code ?? 'unknown'
  if (isPermanent) return new MailError('permanent', `The mail server refused the email (${reason}).`)
  return new MailError('temporary', `The mail server did not accept the email (${reason}).`)
}
