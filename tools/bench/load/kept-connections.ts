// Kept connections that many applicants share, as the proxy in front of a server keeps them.
import { type Call, type Connection, openConnection, type Reply } from './connection.ts'

export interface KeptConnections {
  /** Waits for a connection and sends. @throws Error when there was no answer */
  send(call: Call): Promise<Reply>
  close(): void
}

export function keepConnections(port: number, connections: number): KeptConnections {
  const idle: Connection[] = []
  const waiting: (() => void)[] = []
  let open = 0

  async function taken(): Promise<Connection> {
    while (true) {
      const connection = idle.pop()
      if (connection?.isOpen()) return connection
      if (connection) {
        open -= 1
        continue
      }
      if (open < connections) {
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
      const connection = await taken()
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
