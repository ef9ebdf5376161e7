// A portal that only takes notifications: what the tests of the notification post to.
import { createServer } from 'node:http'
import { listen } from '../http/listen.ts'

export interface SamplePortal {
  url: string
  /** The bodies that came in, oldest first, as JSON. */
  received: unknown[]
  /** Resolves when that many have come in. */
  until(count: number): Promise<void>
  close(): Promise<void>
}

export async function startSamplePortal(): Promise<SamplePortal> {
  const received: unknown[] = []
  const waiting: { count: number; done: () => void }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push(JSON.parse(body))
    response.end('Ok')
    for (const { count, done } of waiting) if (received.length >= count) done()
  })
  const { port } = await listen(server, 'the sample portal', { host: '127.0.0.1', port: 0 })
  return {
    url: `http://127.0.0.1:${port}/notification`,
    received,
    until: (count) =>
      new Promise((done) => {
        if (received.length >= count) done()
        else waiting.push({ count, done })
      }),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
