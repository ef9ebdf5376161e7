// Opens the ports of the simulators.
import type { Server } from 'node:net'

export interface Listening {
  host: string
  port: number
}

/**
 * Resolves when the server accepts connections; port 0 selects a free one.
 * @throws Error that names the port when it cannot be opened
 */
export function listen(server: Server, purpose: string, { host, port }: Listening): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(new Error(describeError(error, purpose, { host, port })))
    server.once('error', refuse)
    server.listen({ host, port }, () => {
      server.off('error', refuse)
      const address = server.address()
      resolve({ host, port: typeof address === 'object' && address ? address.port : port })
    })
  })
}

function describeError(error: NodeJS.ErrnoException, purpose: string, { host, port }: Listening): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host}, meant for ${purpose}, is taken by another program.`
  if (error.code === 'EACCES') return `Port ${port} on ${host}, meant for ${purpose}, may not be used by this account.`
  return `Port ${port} on ${host}, meant for ${purpose}, cannot be opened: ${error.message}`
}
