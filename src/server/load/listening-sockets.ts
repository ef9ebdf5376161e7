// Node accepts one connection per listening socket per event-loop tick. Under load (40 ms ticks) 500 new connections would
// wait 20 s, so several sockets share the port (SO_REUSEPORT) and the system distributes connections over them.
import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

const socketCount = 16
/** Clients whose connection finds no place here retry only after seconds. */
const backlog = 4_096

interface Address {
  port: number
  host: string
}

export interface ListeningSockets {
  countConnections(): Promise<number>
  /** Accepts no more connections on any but the app's own socket; resolves when the accepted ones have ended. */
  closeExtraSockets(): Promise<void>
}

/**
 * Makes the app listen, on several sockets where the system supports it.
 * @throws Error EADDRINUSE when another program listens on the port
 */
export async function openListeningSockets(
  app: FastifyInstance,
  { port, host }: Address,
  log: { warn(message: string): void },
): Promise<ListeningSockets> {
  await assertPortFree({ port, host })
  const reusePort = await supportsReusePort(host)
  if (!reusePort) log.warn('SO_REUSEPORT is not available; accepting on one socket')

  const options = { port, host, backlog, reusePort }
  await app.listen(options)
  const extra = reusePort ? await openExtraSockets(app.server) : []
  return {
    async countConnections() {
      const counts = await Promise.all([app.server, ...extra].map(countConnections))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async closeExtraSockets() {
      await Promise.all(extra.map(close))
    },
  }
}

function openExtraSockets(server: HttpServer): Promise<Server[]> {
  const { port, address } = server.address() as AddressInfo
  const open = () =>
    // The options are those of node:http's own socket.
    listen({ port, host: address }, true, (socket) => server.emit('connection', socket))
  return Promise.all(Array.from({ length: socketCount - 1 }, open))
}

/** With SO_REUSEPORT a second server could share the port unnoticed, so a plain socket tries it first. */
async function assertPortFree(address: Address): Promise<void> {
  await close(await listen(address, false))
}

async function supportsReusePort(host: string): Promise<boolean> {
  const servers: Server[] = []
  try {
    const first = await listen({ port: 0, host }, true)
    servers.push(first)
    servers.push(await listen({ port: (first.address() as AddressInfo).port, host }, true))
    return true
  } catch {
    return false
  } finally {
    await Promise.all(servers.map(close))
  }
}

async function listen(
  { port, host }: Address,
  reusePort: boolean,
  onConnection?: Parameters<typeof createServer>[1],
): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, onConnection)
  const options = { port, host, backlog, reusePort }
  server.listen(options)
  await once(server, 'listening')
  return server
}

const close = (server: Server) => new Promise<unknown>((resolve) => server.close(resolve))

const countConnections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
