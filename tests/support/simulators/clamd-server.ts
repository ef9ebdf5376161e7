// A test double for clamd: speaks INSTREAM over TCP and recognises the EICAR test string only.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** The harmless test file of https://www.eicar.org, in parts so that virus scanners do not flag this source. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE', '!$H+H*'].join('')

export interface ClamdServer {
  address: string
  port: number
  /** Number of files received. */
  scans(): number
  /** Sets its behaviour from now on. */
  behave(as: 'well' | 'silent' | 'garbage' | 'hangs up' | 'too large'): void
  close(): Promise<void>
}

export async function startClamdServer(port = 0): Promise<ClamdServer> {
  let behaviour: Parameters<ClamdServer['behave']>[0] = 'well'
  let scans = 0
  const sockets = new Set<Socket>()
  const server = createServer(async (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const content = await streamOf(socket)
    if (content === null) return socket.destroy()
    scans += 1
    if (behaviour === 'silent') return
    if (behaviour === 'hangs up') return socket.destroy()
    if (behaviour === 'garbage') return socket.end('what?\0')
    if (behaviour === 'too large') return socket.end('INSTREAM size limit exceeded. ERROR\0')
    socket.end(content.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as { port: number }

  return {
    address: `127.0.0.1:${own}`,
    port: own,
    scans: () => scans,
    behave(as) {
      behaviour = as
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const command = 'zINSTREAM\0'

/** The streamed content; null when the command is another one or the connection ends early. */
async function streamOf(socket: Socket): Promise<Buffer | null> {
  let received = Buffer.alloc(0)
  return new Promise((resolve) => {
    socket.on('end', () => resolve(null)).on('error', () => resolve(null))
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const content = wholeStream(received)
      if (content !== undefined) resolve(content)
    })
  })
}

/** Undefined while incomplete; null when the command is another one. */
function wholeStream(received: Buffer): Buffer | null | undefined {
  if (received.length < command.length) return undefined
  if (!received.toString('latin1').startsWith(command)) return null
  const chunks: Buffer[] = []
  let at = command.length
  while (received.length >= at + 4) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}
