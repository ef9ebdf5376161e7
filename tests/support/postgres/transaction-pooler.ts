// A connection pooler in transaction mode, as PgBouncer has it: a session keeps its server connection only during a
// transaction. Understands the simple query protocol, which is enough for statements without parameters.
import { connect, createServer, type Socket } from 'node:net'

interface Backend {
  socket: Socket
  /** The messages up to the first ReadyForQuery, which every session is greeted with. */
  greeting: Buffer
  client: Socket | null
}

const readyForQuery = 'Z'.charCodeAt(0)
const idle = 'I'.charCodeAt(0)

/**
 * @param target socket directory and port, or host and port, of a server that asks for no password
 * @param rotating how many server connections are used one after the other; by default the one that was used last is used next
 */
export async function startTransactionPooler(
  target: { path: string } | { host: string; port: number },
  { rotating = 0 }: { rotating?: number } = {},
) {
  const free: Backend[] = []
  const all: Backend[] = []

  function release(backend: Backend) {
    backend.client = null
    if (rotating > 0) free.push(backend)
    else free.unshift(backend)
  }

  function open(startup: Buffer, client: Socket | null, use: (backend: Backend) => void) {
    const backend: Backend = { socket: connect(target as never), greeting: Buffer.alloc(0), client }
    all.push(backend)
    let isGreeted = false
    backend.socket.on('error', () => {})
    backend.socket.on('data', (data) => {
      if (!isGreeted) {
        backend.greeting = Buffer.concat([backend.greeting, data])
        if (!endsIdle(backend.greeting)) return
        isGreeted = true
        return use(backend)
      }
      backend.client?.write(data)
      if (!endsIdle(data)) return
      release(backend)
    })
    backend.socket.write(startup)
  }

  const server = createServer((client) => {
    let startup: Buffer | null = null
    client.on('error', () => {})
    const takeBackend = (use: (backend: Backend) => void) => {
      const held = all.find((one) => one.client === client) ?? free.shift()
      if (!held) return open(startup!, client, use)
      held.client = client
      use(held)
    }
    client.on('data', (data) => {
      if (!startup) {
        startup = data
        return takeBackend((backend) => {
          client.write(backend.greeting)
          release(backend)
          for (let more = all.length; more < rotating; more += 1) open(startup!, null, release)
        })
      }
      // Terminate ends the session with the pooler only.
      if (data[0] === 'X'.charCodeAt(0)) return void client.end()
      takeBackend((backend) => backend.socket.write(data))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    close() {
      for (const { socket } of all) socket.destroy()
      server.close()
    },
  }
}

/** Whether the last message says that no transaction is open. */
const endsIdle = (data: Buffer) =>
  data.length >= 6 && data[data.length - 6] === readyForQuery && data[data.length - 1] === idle
