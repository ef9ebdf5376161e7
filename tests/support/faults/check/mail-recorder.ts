// An SMTP server that records the mails it receives, and that can be stopped or slowed down.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from '#tests/support/simulators/free-ports.ts'

export interface RecordedMail {
  messageId: string
  to: string
  subject: string
}

export interface MailRecorder {
  url: string
  mails: RecordedMail[]
  /** Refuses connections until `resume`. */
  stop(): Promise<void>
  resume(): Promise<void>
  /** From now on, waits `ms` before it accepts a mail. */
  delayBy(ms: number): void
  /** Number of mails received, accepted or not. */
  receivedCount(): number
}

export async function startMailRecorder(): Promise<MailRecorder> {
  const mails: RecordedMail[] = []
  let delayMs = 0
  let receivedCount = 0
  const port = await freePort()
  let server = await listen()

  async function listen(): Promise<SMTPServer> {
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onData(stream, session, done) {
        const receive = async () => {
          const chunks: Buffer[] = []
          for await (const chunk of stream) chunks.push(chunk)
          receivedCount += 1
          await sleep(delayMs, undefined, { ref: false })
          const mail = await PostalMime.parse(Buffer.concat(chunks))
          for (const { address } of session.envelope.rcptTo)
            mails.push({ messageId: mail.messageId ?? '', to: address, subject: mail.subject ?? '' })
        }
        receive().then(() => done(), done)
      },
    })
    // Connections break whenever a test kills the server.
    smtp.on('error', () => {})
    smtp.listen(port, '127.0.0.1')
    await once(smtp.server, 'listening')
    return smtp
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
    async resume() {
      server = await listen()
    },
    delayBy(ms) {
      delayMs = ms
    },
    receivedCount: () => receivedCount,
  }
}
