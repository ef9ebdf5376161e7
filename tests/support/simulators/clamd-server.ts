// A test double for clamd: speaks INSTREAM over TCP and recognises the EICAR test string only.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setImmediate as nextTick } from 'node:timers/promises'

/** The harmless test file of https://www.eicar.org, in parts so that virus scanners do not flag this source. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE', '!$H+H*'].join('')

export interface ClamdServer {
  address: string
  port: number
  /** Number of files received. */
  scans(): number
  /** Sets its behaviour from now on. */
  behave(as: 'well' | 'silent' | 'garbage' | 'hangs up' | 'too large' | 'talkative' | 'slow' | 'open'): void
  close(): Promise<void>
}

export async function startClamdServer(): Promise<ClamdServer> {
  let behaviour: Parameters<ClamdServer['behave']>[0] = 'well'
  let scans = 0
  const sockets = new Set<Socket>()
  const server = createServer(async (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const content = await readStream(socket)
    if (content === null) return socket.destroy()
    scans += 1
    if (behaviour === 'silent') return
    if (behaviour === 'hangs up') return socket.destroy()
    if (behaviour === 'garbage') return socket.end('what?\0')
    if (behaviour === 'too large') return socket.end('INSTREAM size limit exceeded. ERROR\0')
    if (behaviour === 'talkative') return socket.write('stream: '.repeat(1_000))
    const answer = content.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0'
    if (behaviour === 'open') return void socket.write(answer)
    if (behaviour !== 'slow') return socket.end(answer)
    // The scanner's client reads the first piece meanwhile.
    socket.setNoDelay().write(answer.slice(0, 10))
    for (let n = 0; n < 3; n++) await nextTick()
    socket.end(answer.slice(10))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }

  return {
    address: `127.0.0.1:${port}`,
    port,
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

/**
 * The streamed content; null when the command is another one or the connection ends early. Joins only the few bytes of an
 * incomplete header, so the time stays linear.
 */
async function readStream(socket: Socket): Promise<Buffer | null> {
  const content: Buffer[] = []
  let header = Buffer.alloc(0)
  let isCommandRead = false
  let missing = 0
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    let bytes = Buffer.concat([header, piece as Buffer])
    for (;;) {
      const chunk = bytes.subarray(0, missing)
      content.push(chunk)
      missing -= chunk.length
      bytes = bytes.subarray(chunk.length)
      const headerLength = isCommandRead ? 4 : command.length
      if (missing > 0 || bytes.length < headerLength) break

      if (isCommandRead) missing = bytes.readUInt32BE(0)
      else if (bytes.toString('latin1', 0, headerLength) !== command) return null
      if (isCommandRead && missing === 0) return Buffer.concat(content)
      isCommandRead = true
      bytes = bytes.subarray(headerLength)
    }
    header = bytes
  }
  return null
}
