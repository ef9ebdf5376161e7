// A minimal HTTP client on one kept-alive connection: it shares the CPU with the server that it measures.
import { connect, type Socket } from 'node:net'

export interface Call {
  method: string
  path: string
  token?: string
  type?: string
  headers?: Record<string, string>
  body?: Uint8Array | string
}

export interface HttpReply {
  status: number
  /** Seconds, from the Retry-After header. */
  retryAfter: number | null
  body: Buffer
}

export interface Connection {
  /** One call at a time. @throws Error when the connection is closed */
  send(call: Call): Promise<HttpReply>
  /** False once the server has closed it, for instance after the keep-alive timeout. */
  isOpen(): boolean
  close(): void
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const replies = readReplies(socket)
  const isOpen = () => !socket.destroyed && !socket.readableEnded
  return {
    isOpen,
    async send(call) {
      // Closed while idle: no further event would reject the call.
      if (!isOpen()) throw new Error('The connection was closed.')
      socket.write(formatHead(call))
      if (call.body !== undefined) socket.write(call.body)
      return replies.next()
    },
    close: () => socket.destroy(),
  }
}

function formatHead({ method, path, token, type, headers = {}, body }: Call): string {
  const others = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
  const kind = body === undefined ? '' : `content-type: ${type ?? 'application/json'}\r\n`
  const bearer = token === undefined ? '' : `authorization: Bearer ${token}\r\n`
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${bearer}${kind}${length}${others.join('')}\r\n`
}

/** Reads replies with a Content-Length, which product and baseline both send. */
function readReplies(socket: Socket) {
  let received: Buffer = Buffer.alloc(0)
  let waiting: { resolve(reply: HttpReply): void; reject(error: Error): void } | undefined
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const reply = parseReply(received)
    if (!reply) return
    received = Buffer.alloc(0)
    waiting?.resolve(reply)
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('The connection was closed.')))
  return { next: () => new Promise<HttpReply>((resolve, reject) => (waiting = { resolve, reject })) }
}

function parseReply(received: Buffer): HttpReply | null {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = received.toString('latin1', 0, headEnd)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const body = received.subarray(headEnd + 4)
  if (body.length < length) return null
  const retryAfter = /\r\nretry-after: (\d+)/i.exec(head)?.[1]
  return { status: Number(head.slice(9, 12)), retryAfter: retryAfter === undefined ? null : Number(retryAfter), body }
}
