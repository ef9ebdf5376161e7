// Takes mails over SMTP, unless a fault forbids it.
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import type { FaultBoard } from '../http/faults.ts'
import { type Listening, listen } from '../http/listen.ts'
import type { MailboxFaults, Stage } from './faults.ts'
import type { Messages } from './messages.ts'

const MAIL_LIMIT_BYTES = 25 * 1024 * 1024

export interface Receiver {
  port: number
  close(): Promise<void>
}

/** @throws Error with a clear sentence when the port is taken */
export async function startReceiver(
  messages: Messages,
  board: FaultBoard<MailboxFaults>,
  at: Listening,
): Promise<Receiver> {
  const refusal = (stage: Stage): Error | undefined => {
    if (board.current().refuse?.at !== stage) return undefined
    const { code, message } = board.take('refuse') ?? { code: 451, message: '' }
    return Object.assign(new Error(message), { responseCode: code })
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAIL_LIMIT_BYTES,
    closeTimeout: 100,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anybody' }),
    onConnect: (_session, done) => done(refusal('connection')),
    onRcptTo: (_address, _session, done) => done(refusal('recipient')),
    onData(stream, session, done) {
      const take = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        const slow = board.take('slow')
        if (slow) await pause(slow.delayMs, undefined, { ref: false })
        const refused = refusal('message')
        if (refused) throw refused
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const { id } = await messages.add(Buffer.concat(chunks), recipients)
        return `Kept as message ${id}`
      }
      take().then((said) => done(null, said), done)
    },
  })
  // A client that breaks off is its own affair.
  server.on('error', () => {})

  const { port } = await listen(server.server, 'the mailbox (SMTP)', at)
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
