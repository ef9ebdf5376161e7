// The port to the mail server.

export interface Mailer {
  /**
   * Resolves when the mail server has taken the mail over.
   * @throws MailError, which tells whether trying again can help
   */
  send(mail: Mail): Promise<void>
}

export interface Letter {
  subject: string
  html: string
  text: string
}

export interface Mail extends Letter {
  /** One plain address. */
  to: string
  /** The same for every attempt at one letter, so that a receiver can drop a repeat. Letters, digits, dots and dashes. */
  id?: string
}

/** `temporary`: try again later. `permanent`: this mail to this address will never be taken. Names no address. */
export class MailError extends Error {
  readonly kind: 'temporary' | 'permanent'

  constructor(kind: 'temporary' | 'permanent', message: string) {
    super(message)
    this.name = 'MailError'
    this.kind = kind
  }
}
