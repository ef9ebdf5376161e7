// A minimal load balancer: sends to the first server that is ready, and to the next when one refuses the connection.
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fetchStatus } from './health.ts'

export interface Balancer {
  origin: string
  close(): void
}

const healthCheckMs = 250

export async function startBalancer(servers: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  let ready = servers.map(() => true)
  const timer = setInterval(async () => {
    ready = await Promise.all(servers.map(async (server) => (await fetchStatus(server, '/readyz')) === 200))
  }, healthCheckMs)

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const order = servers.map((_, index) => index).sort((a, b) => Number(ready[b]) - Number(ready[a]))
    for (const index of order) {
      const response = await sendTo(servers[index] ?? '', incoming, body).catch((error: NodeJS.ErrnoException) => error)
      if (response instanceof Error && response.code === 'ECONNREFUSED') continue
      if (response instanceof Error) throw response
      const content = await buffer(response)
      const { connection: _hop, 'keep-alive': _alive, 'transfer-encoding': _coding, ...headers } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, { ...headers, 'content-length': content.length }).end(content)
      return
    }
    throw new Error('Every server refuses connections.')
  }

  async function sendTo(origin: string, { method = 'GET', url, headers }: IncomingMessage, body: Buffer) {
    const { connection: _hop, 'transfer-encoding': _coding, ...forwarded } = headers
    const outgoing = request(new URL(url ?? '/', origin), {
      method,
      agent,
      headers: { ...forwarded, ...(body.length > 0 && { 'content-length': body.length }) },
    })
    outgoing.end(body)
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    return response
  }

  const server = createServer((incoming, outgoing) => {
    // A real balancer would answer 502; a closed connection counts as a failure just the same.
    forward(incoming, outgoing).catch(() => outgoing.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }

  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      clearInterval(timer)
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}
