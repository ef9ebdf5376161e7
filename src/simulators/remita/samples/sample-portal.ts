// A portal that only receives notifications, for the tests.
import { createServer } from 'node:http'
import { listen } from '#simulators/http/listen.ts'

export interface SamplePortal {
  url: string
  /** The received bodies, oldest first, as JSON. */
  received: unknown[]
  /** Resolves when that many were received. */
  waitFor(count: number): Promise<void>
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
    waitFor: (count) =>
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
