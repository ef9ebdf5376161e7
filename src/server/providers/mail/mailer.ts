// The port to the mail server.

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the email.
   * @throws MailError, whose kind says whether a retry can help
   */
  send(email: OutgoingEmail): Promise<void>
}

export interface EmailContent {
  subject: string
  html: string
  text: string
}

export interface OutgoingEmail extends EmailContent {
  /** One plain address. */
  to: string
  /**
   * Becomes the Message-ID: the same for every attempt at one email, so that receivers can drop duplicates. Only
   * characters of `\w`, dots and dashes.
   */
  id?: string
}

/** `temporary`: retry. `permanent`: the server will never accept this email. The message contains no address. */
export class MailError extends Error {
  readonly kind: 'temporary' | 'permanent'

  constructor(kind: 'temporary' | 'permanent', message: string) {
    super(message)
    this.name = 'MailError'
    this.kind = kind
  }
}
