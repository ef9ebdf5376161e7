// A pool of kept-alive connections that many simulated applicants share, like those of a reverse proxy.
import { type Call, type Connection, type HttpReply, openConnection } from './connection.ts'

export interface ConnectionPool {
  /** Waits for a free connection. @throws Error when there was no response */
  send(call: Call): Promise<HttpReply>
  close(): void
}

export function createConnectionPool(port: number, max: number): ConnectionPool {
  const idle: Connection[] = []
  const waiting: (() => void)[] = []
  let open = 0

  async function acquire(): Promise<Connection> {
    while (true) {
      const connection = idle.pop()
      if (connection?.isOpen()) return connection
      if (connection) {
        open -= 1
        continue
      }
      if (open < max) {
        open += 1
        return openConnection(port).catch((error: unknown) => {
          open -= 1
          throw error
        })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  return {
    async send(call) {
      const connection = await acquire()
      try {
        const reply = await connection.send(call)
        idle.push(connection)
        return reply
      } catch (error) {
        connection.close()
        open -= 1
        throw error
      } finally {
        waiting.shift()?.()
      }
    },
    close() {
      for (const connection of idle) connection.close()
    },
  }
}
