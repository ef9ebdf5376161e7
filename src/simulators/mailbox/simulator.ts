// A mailbox that receives every email over SMTP and shows it over HTTP. Nothing is sent on.

import { createFaultStore } from '../http/faults.ts'
import { parseControlBody, runControl } from '../http/provider-calls.ts'
import { jsonResponse } from '../http/reply.ts'
import { type SimulatorRoute, startHttpServer } from '../http/server.ts'
import { type MailboxFaults, mailboxFaultsSchema } from './faults.ts'
import { inboxPage } from './inbox-page.ts'
import { createMessages, type Message } from './messages.ts'
import { startReceiver } from './receiver.ts'

export interface MailboxSimulatorOptions {
  /** For the page and the controls. 0, the default, selects a free port. */
  httpPort?: number
  /** 0, the default, selects a free port. */
  smtpPort?: number
  host?: string
  now?: () => Date
}

export interface MailboxSimulator {
  /** The inbox page. */
  url: string
  /** `smtp://host:port`. */
  smtpUrl: string
  messages(to?: string): Message[]
  close(): Promise<void>
}

/** @throws Error when a port cannot be opened */
export async function startMailboxSimulator(options: MailboxSimulatorOptions = {}): Promise<MailboxSimulator> {
  const host = options.host ?? '127.0.0.1'
  const messages = createMessages(options.now ?? (() => new Date()))
  const faults = createFaultStore<MailboxFaults>(mailboxFaultsSchema)
  let receiver = await startReceiver(messages, faults, { host, port: options.smtpPort ?? 0 })
  const { port } = receiver
  let isClosed = false

  const updateSmtpPort = async () => {
    const shouldBeClosed = faults.current().closed === true
    if (shouldBeClosed === isClosed) return
    if (shouldBeClosed) await receiver.close()
    else receiver = await startReceiver(messages, faults, { host, port })
    isClosed = shouldBeClosed
  }

  const routes: SimulatorRoute[] = [
    { method: 'GET', path: '/', handle: () => inboxPage(messages.list()) },
    { method: 'GET', path: '/messages', handle: ({ query }) => jsonResponse(messages.list(query.get('to'))) },
    {
      method: 'DELETE',
      path: '/messages',
      handle() {
        messages.clear()
        return jsonResponse({ deleted: true })
      },
    },
    { method: 'GET', path: '/simulator/faults', handle: () => jsonResponse(faults.current()) },
    {
      method: 'POST',
      path: '/simulator/faults',
      handle: ({ body }) =>
        runControl(async () => {
          faults.set(parseControlBody(body))
          await updateSmtpPort()
          return faults.current()
        }),
    },
    {
      method: 'POST',
      path: '/simulator/reset',
      async handle() {
        messages.clear()
        faults.clear()
        await updateSmtpPort()
        return jsonResponse({ reset: true })
      },
    },
  ]

  const serving = await startHttpServer('the mailbox (HTTP)', routes, { host, port: options.httpPort ?? 0 }).catch(
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
