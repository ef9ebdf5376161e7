// The line between a browser and the product, as it is on a phone: it can be cut, go silent, or lose what comes back.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface CuttableLine {
  url: string
  /** Every connection is torn, and no new one is accepted, as when the server has stopped. */
  cut(): Promise<void>
  /** Connections stand, and nothing goes through them any more: the Wi-Fi that leads nowhere. */
  goSilent(): void
  /** What is sent arrives; the answers are lost, and their connections torn. Resolves when the first one was. */
  loseAnswers(): Promise<void>
  /** Cuts itself as soon as so many bytes have been sent from now on. Resolves when that has happened. */
  cutAfter(bytes: number): Promise<void>
  /** As good as new. */
  mend(): Promise<void>
  close(): Promise<void>
}

type State = 'good' | 'silent' | 'deaf'

/** @param target the product's address */
export async function startCuttableLine(target: string): Promise<CuttableLine> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let state: State = 'good'
  let left = Number.POSITIVE_INFINITY
  let tell = () => {}
  let server: Server | null = null
  let ownPort = 0

  function accept(near: Socket) {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (chunk: Buffer) => {
      if (state === 'silent') return
      left -= chunk.length
      if (left <= 0) return void cut()
      far.write(chunk)
    })
    far.on('data', (chunk: Buffer) => {
      if (state === 'silent') return
      if (state === 'good') return near.write(chunk)
      near.destroy()
      tell()
    })
  }

  async function listen() {
    server = createServer(accept).listen(ownPort, '127.0.0.1')
    await once(server, 'listening')
    ownPort = (server.address() as AddressInfo).port
  }

  async function cut() {
    left = Number.POSITIVE_INFINITY
    const closing = server
    server = null
    for (const socket of sockets) socket.destroy()
    if (closing) await new Promise((resolve) => closing.close(resolve))
    tell()
  }

  const told = () =>
    new Promise<void>((resolve) => {
      tell = resolve
    })

  await listen()
  return {
    url: `http://localhost:${ownPort}`,
    cut,
    goSilent() {
      state = 'silent'
    },
    loseAnswers() {
      state = 'deaf'
      return told()
    },
    cutAfter(bytes) {
      left = bytes
      return told()
    },
    async mend() {
      state = 'good'
      left = Number.POSITIVE_INFINITY
      // What went silent stays so: its bytes are lost.
      for (const socket of sockets) socket.destroy()
      if (!server) await listen()
    },
    close: cut,
  }
}
