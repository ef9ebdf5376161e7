import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeConnectionsOnShutdown, shutDown } from './graceful-shutdown.ts'
import { openListeningSockets } from './listening-sockets.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A server whose requests run until `finish` is called. */
async function startServer() {
  const app = Fastify()
  const { promise: finished, resolve: finish } = Promise.withResolvers<string>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const doLastWork = vi.fn(async () => {})
  app.addHook('onClose', doLastWork)
  closeConnectionsOnShutdown(app, AbortSignal.abort())
  app.get('/', () => {
    begin()
    return finished
  })
  const sockets = await openListeningSockets(app, { port: 0, host: '127.0.0.1' }, { warn() {} })
  const { port } = app.server.address() as AddressInfo
  const request = () =>
    new Promise<string>((resolve, reject) => {
      get({ port, agent: false }, (reply) => resolve(text(reply))).once('error', reject)
    })
  const isListening = async () => {
    const socket = connect(port)
    const isConnected = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    return isConnected
  }
  return { app, sockets, request, isListening, begun, finish: () => finish('served'), doLastWork }
}

test('a server that shuts down accepts requests for two more seconds, and ends with the last answer', async () => {
  const { app, sockets, request, isListening, begun, finish } = await startServer()
  const first = request()
  await begun
  const ending = shutDown(app, sockets, 60_000)
  const second = request()
  await expect.poll(sockets.countConnections).toBe(2)
  vi.setSystemTime(Date.now() + 2_000)
  await expect.poll(isListening).toBe(false)
  finish()
  expect(await Promise.all([first, second])).toEqual(['served', 'served'])
  await ending
})

test('a server without connections shuts down at once', async () => {
  const { app, sockets, isListening } = await startServer()
  await shutDown(app, sockets, 60_000)
  expect(await isListening()).toBe(false)
})

test('a request that takes too long is cut off, and keeps a server neither from its end nor from its last work', async () => {
  const { app, sockets, request, begun, finish, doLastWork } = await startServer()
  const hanging = request().catch((error: NodeJS.ErrnoException) => error.code)
  await begun
  const ending = shutDown(app, sockets, 10)
  vi.setSystemTime(Date.now() + 2_000)
  await ending
  expect(await hanging).toBe('ECONNRESET')
  expect(doLastWork).toHaveBeenCalledOnce()
  finish()
})

test('replies close their connection once the server shuts down, and not before', async () => {
  const shuttingDown = new AbortController()
  const app = Fastify()
  closeConnectionsOnShutdown(app, shuttingDown.signal)
  app.get('/', () => 'served')
  expect((await app.inject('/')).headers.connection).toBe('keep-alive')
  shuttingDown.abort()
  expect((await app.inject('/')).headers.connection).toBe('close')
  expect((await app.inject('/nothing')).headers.connection).toBe('close')
  await app.close()
})
