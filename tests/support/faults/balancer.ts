// A balancer as simple as can be: sends to the first server that is ready, and to the next when one refuses the connection.
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { statusOf } from './health.ts'

export interface Balancer {
  origin: string
  /** How many requests each server was sent, in the order of the servers. */
  sent: number[]
  close(): void
}

const lookEveryMs = 250

export async function startBalancer(servers: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const sent = servers.map(() => 0)
  let ready = servers.map(() => true)
  const timer = setInterval(async () => {
    ready = await Promise.all(servers.map(async (server) => (await statusOf(server, '/readyz')) === 200))
  }, lookEveryMs)

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const order = servers.map((_, index) => index).sort((a, b) => Number(ready[b]) - Number(ready[a]))
    for (const index of order) {
      const answer = await ask(servers[index] ?? '', incoming, body).catch((error: NodeJS.ErrnoException) => error)
      if (answer instanceof Error && answer.code === 'ECONNREFUSED') continue
      if (answer instanceof Error) throw answer
      sent[index] = (sent[index] ?? 0) + 1
      const content = await buffer(answer)
      const { connection: _hop, 'keep-alive': _alive, 'transfer-encoding': _coding, ...headers } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': content.length }).end(content)
      return
    }
    throw new Error('Every server refuses.')
  }

  async function ask(origin: string, { method = 'GET', url, headers }: IncomingMessage, body: Buffer) {
    const { connection: _hop, 'transfer-encoding': _coding, ...passed } = headers
    const asked = request(new URL(url ?? '/', origin), {
      method,
      agent,
      headers: { ...passed, ...(body.length > 0 && { 'content-length': body.length }) },
    })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return answer
  }

  const server = createServer((incoming, outgoing) => {
    // What a client of a real balancer would see as 502.
    forward(incoming, outgoing).catch(() => outgoing.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }

  return {
    origin: `http://127.0.0.1:${port}`,
    sent,
    close() {
      clearInterval(timer)
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}
