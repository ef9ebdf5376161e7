// A mail server that writes down what it takes by Message-ID, and can be away.
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Mail {
  id: string
  to: string
  subject: string
}

export interface MailBook {
  url: string
  mails: Mail[]
  /** Takes no connections until `open`. */
  shut(): Promise<void>
  open(): Promise<void>
  /** Takes each mail only after so many ms from now on. */
  slowDown(ms: number): void
  /** How many mails were handed over, taken or not. */
  begun(): number
}

export async function openMailBook(): Promise<MailBook> {
  const mails: Mail[] = []
  let delayMs = 0
  let begun = 0
  let server = await receiver(0)
  const { port } = server.server.address() as { port: number }

  async function receiver(port: number): Promise<SMTPServer> {
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onData(stream, session, done) {
        const take = async () => {
          const chunks: Buffer[] = []
          for await (const chunk of stream) chunks.push(chunk)
          begun += 1
          await pause(delayMs, undefined, { ref: false })
          const mail = await PostalMime.parse(Buffer.concat(chunks))
          for (const { address } of session.envelope.rcptTo)
            mails.push({ id: mail.messageId ?? '', to: address, subject: mail.subject ?? '' })
        }
        take().then(() => done(), done)
      },
    })
    made.on('error', () => {})
    made.listen(port, '127.0.0.1')
    await once(made.server, 'listening')
    return made
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    shut: () => new Promise((resolve) => server.close(() => resolve())),
    async open() {
      server = await receiver(port)
    },
    slowDown(ms) {
      delayMs = ms
    },
    begun: () => begun,
  }
}
