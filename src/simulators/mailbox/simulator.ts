// A mailbox that takes every mail over SMTP and shows it over HTTP; nothing leaves it.

import { createFaultBoard } from '../http/faults.ts'
import { controlled, parsed } from '../http/provider-calls.ts'
import { json } from '../http/reply.ts'
import { type Route, serve } from '../http/serve.ts'
import { type MailboxFaults, mailboxFaults } from './faults.ts'
import { inboxPage } from './inbox-page.ts'
import { createMessages, type Message } from './messages.ts'
import { startReceiver } from './receiver.ts'

export interface MailboxOptions {
  /** Where the mails are shown. 0, the default, takes a free port. */
  httpPort?: number
  /** Where the mails come in. 0, the default, takes a free port. */
  smtpPort?: number
  host?: string
  now?: () => Date
}

export interface MailboxSimulator {
  /** The page of the mails. */
  url: string
  /** What a mailer connects to: `smtp://host:port`. */
  smtpUrl: string
  messages(to?: string): Message[]
  close(): Promise<void>
}

/** @throws Error with a clear sentence when a port is taken */
export async function startMailboxSimulator(options: MailboxOptions = {}): Promise<MailboxSimulator> {
  const host = options.host ?? '127.0.0.1'
  const messages = createMessages(options.now ?? (() => new Date()))
  const board = createFaultBoard<MailboxFaults>(mailboxFaults)
  let receiver = await startReceiver(messages, board, { host, port: options.smtpPort ?? 0 })
  const { port } = receiver
  let isClosed = false

  const openOrClose = async () => {
    const shouldBeClosed = board.current().closed === true
    if (shouldBeClosed === isClosed) return
    if (shouldBeClosed) await receiver.close()
    else receiver = await startReceiver(messages, board, { host, port })
    isClosed = shouldBeClosed
  }

  const routes: Route[] = [
    { method: 'GET', path: '/', handle: () => inboxPage(messages.list()) },
    { method: 'GET', path: '/messages', handle: ({ query }) => json(messages.list(query.get('to'))) },
    {
      method: 'DELETE',
      path: '/messages',
      handle() {
        messages.clear()
        return json({ deleted: true })
      },
    },
    { method: 'GET', path: '/simulator/faults', handle: () => json(board.current()) },
    {
      method: 'POST',
      path: '/simulator/faults',
      handle: ({ body }) =>
        controlled(async () => {
          board.set(parsed(body))
          await openOrClose()
          return board.current()
        }),
    },
    {
      method: 'POST',
      path: '/simulator/reset',
      async handle() {
        messages.clear()
        board.clear()
        await openOrClose()
        return json({ reset: true })
      },
    },
  ]

  const serving = await serve('the mailbox (HTTP)', routes, { host, port: options.httpPort ?? 0 }).catch(
    async (error) => {
      await receiver.close()
      throw error
    },
  )
  return {
    url: serving.url,
    smtpUrl: `smtp://${host}:${port}`,
    messages: (to) => messages.list(to),
    async close() {
      await serving.close()
      if (!isClosed) await receiver.close()
    },
  }
}
