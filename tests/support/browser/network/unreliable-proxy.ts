// A TCP proxy between browser and product that can disconnect, stall or drop responses, like a phone's network.
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../../simulators/free-ports.ts'

export interface UnreliableProxy {
  url: string
  /** Closes every connection and accepts no new ones. */
  disconnect(): Promise<void>
  /** Keeps connections open without forwarding anything, like a Wi-Fi without internet. */
  stall(): void
  /** Forwards requests but drops the responses and closes their connections. Resolves at the first one. */
  dropResponses(): Promise<void>
  /** Disconnects once `bytes` more have been sent. Resolves when that has happened. */
  disconnectAfter(bytes: number): Promise<void>
  /** Forwards everything again. */
  restore(): Promise<void>
  close(): Promise<void>
}

type ProxyState = 'forwarding' | 'stalled' | 'dropping responses'

/** @param target the product's address */
export async function startUnreliableProxy(target: string): Promise<UnreliableProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let state: ProxyState = 'forwarding'
  let bytesLeft = Number.POSITIVE_INFINITY
  let onInterrupted = () => {}
  let server: Server | null = null
  const ownPort = await freePort()

  function forward(browser: Socket) {
    const product = connect(Number(port), hostname)
    for (const socket of [browser, product]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        browser.destroy()
        product.destroy()
      })
    }
    browser.on('data', (chunk: Buffer) => {
      if (state === 'stalled') return
      bytesLeft -= chunk.length
      if (bytesLeft <= 0) return void disconnect()
      product.write(chunk)
    })
    product.on('data', (chunk: Buffer) => {
      if (state === 'stalled') return
      if (state === 'forwarding') return browser.write(chunk)
      browser.destroy()
      onInterrupted()
    })
  }

  async function listen() {
    server = createServer(forward).listen(ownPort, '127.0.0.1')
    await once(server, 'listening')
  }

  async function disconnect() {
    bytesLeft = Number.POSITIVE_INFINITY
    const closing = server
    server = null
    for (const socket of sockets) socket.destroy()
    if (closing) await new Promise((resolve) => closing.close(resolve))
    onInterrupted()
  }

  const waitForInterruption = () =>
    new Promise<void>((resolve) => {
      onInterrupted = resolve
    })

  await listen()
  return {
    url: `http://localhost:${ownPort}`,
    disconnect,
    stall() {
      state = 'stalled'
    },
    dropResponses() {
      state = 'dropping responses'
      return waitForInterruption()
    },
    disconnectAfter(bytes) {
      bytesLeft = bytes
      return waitForInterruption()
    },
    async restore() {
      state = 'forwarding'
      bytesLeft = Number.POSITIVE_INFINITY
      // Stalled connections have lost bytes and cannot be used again.
      for (const socket of sockets) socket.destroy()
      if (!server) await listen()
    },
    close: disconnect,
  }
}
