// A proxy in front of PostgreSQL, as in front of a cluster: it can be away, and cut a connection in the middle of work.
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../simulators/free-ports.ts'

export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  url: string
  /** Cuts all connections and refuses new ones. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Cuts the connection that sends this text next, once PostgreSQL has answered and before the answer is passed on. */
  cutReplyTo(text: string): void
  /** The same, before PostgreSQL sees the text. */
  cutBefore(text: string): void
  /** The connection that sends this text next waits in vain, and stays open. */
  holdBack(text: string): void
  close(): Promise<void>
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = findSocket(databaseUrl)
  const sockets = new Set<Socket>()
  let cut: { text: string; at: 'reply' | 'request' | 'never' } | null = null
  const port = await freePort()
  let server: Server

  function handleClient(client: Socket) {
    const database = connect(target as never)
    let isReplyCut = false
    const end = () => {
      client.destroy()
      database.destroy()
    }
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    client.on('data', (data) => {
      if (cut && data.includes(cut.text)) {
        const { at } = cut
        cut = null
        if (at === 'never') return
        if (at === 'request') return end()
        isReplyCut = true
      }
      database.write(data)
    })
    database.on('data', (data) => (isReplyCut ? end() : client.write(data)))
  }

  const start = () =>
    new Promise<void>((resolve, reject) => {
      server = createServer(handleClient).on('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })

  await start()
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    stop,
    start,
    cutReplyTo(text) {
      cut = { text, at: 'reply' }
    },
    cutBefore(text) {
      cut = { text, at: 'request' }
    },
    holdBack(text) {
      cut = { text, at: 'never' }
    },
    close: () => stop().catch(() => {}),
  }
}

/** The embedded server's URL names the directory of its socket. */
export function findSocket(databaseUrl: string): { path: string } | { host: string; port: number } {
  const { searchParams, hostname, port } = new URL(databaseUrl)
  const directory = searchParams.get('host')
  return directory
    ? { path: `${directory}/.s.PGSQL.${searchParams.get('port') ?? (port || '5432')}` }
    : { host: hostname, port: Number(port || 5432) }
}
