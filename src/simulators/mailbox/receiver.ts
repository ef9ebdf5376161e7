// Receives emails over SMTP, unless a fault refuses them.
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import type { FaultStore } from '../http/faults.ts'
import { type Listening, listen } from '../http/listen.ts'
import type { MailboxFaults, RefusalStage } from './faults.ts'
import type { Messages } from './messages.ts'

const maxEmailBytes = 25 * 1024 * 1024

export interface Receiver {
  port: number
  close(): Promise<void>
}

/** @throws Error when the port cannot be opened */
export async function startReceiver(
  messages: Messages,
  faults: FaultStore<MailboxFaults>,
  at: Listening,
): Promise<Receiver> {
  const refuse = (stage: RefusalStage): Error | undefined => {
    if (faults.current().refuse?.at !== stage) return undefined
    const { code, message } = faults.take('refuse') ?? { code: 451, message: '' }
    return Object.assign(new Error(message), { responseCode: code })
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: maxEmailBytes,
    closeTimeout: 100,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anybody' }),
    onConnect: (_session, done) => done(refuse('connection')),
    onRcptTo: (_address, _session, done) => done(refuse('recipient')),
    onData(stream, session, done) {
      const receive = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        const slow = faults.take('slow')
        if (slow) await pause(slow.delayMs, undefined, { ref: false })
        const refusal = refuse('message')
        if (refusal) throw refusal
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const { id } = await messages.add(Buffer.concat(chunks), recipients)
        return `Kept as message ${id}`
      }
      receive().then((reply) => done(null, reply), done)
    },
  })
  // A client that closes the connection is not an error of the mailbox.
  server.on('error', () => {})

  const { port } = await listen(server.server, 'the mailbox (SMTP)', at)
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
