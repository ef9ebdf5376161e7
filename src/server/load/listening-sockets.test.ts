import { get } from 'node:http'
import { type AddressInfo, connect, createServer, type ListenOptions, Server } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openListeningSockets } from './listening-sockets.ts'

const hasReusePort = process.platform === 'linux' && Number(process.versions.node.split('.')[0]) >= 24

let app: FastifyInstance
let warnings: string[]
const log = { warn: (message: string) => void warnings.push(message) }
beforeEach(() => {
  warnings = []
  app = Fastify({ clientErrorHandler: (_error, socket) => void socket.end('Not understood.') })
  app.get('/', () => 'served')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
})

const portOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port

/** Sends a request over a new connection. */
const request = (port: number) =>
  new Promise<string>((resolve, reject) => {
    get({ port, agent: false }, (reply) => resolve(text(reply))).once('error', reject)
  })

const listen = (port = 0) => openListeningSockets(app, { port, host: '127.0.0.1' }, log)

test('many connections at once are accepted on all sockets until these close', async () => {
  const sockets = await listen()
  const port = portOf(app)
  expect(warnings).toHaveLength(hasReusePort ? 0 : 1)
  const replies = await Promise.all(Array.from({ length: 100 }, () => request(port)))
  expect(new Set(replies)).toEqual(new Set(['served']))
  await expect.poll(() => sockets.countConnections()).toBe(0)

  await sockets.closeExtraSockets()
  expect(await request(port)).toBe('served')
  await app.close()
  await expect(request(port)).rejects.toThrow('ECONNREFUSED')
})

test('an open connection is counted whichever socket accepted it', async () => {
  const sockets = await listen()
  const clients = Array.from({ length: 64 }, () => connect(portOf(app), '127.0.0.1'))
  await expect.poll(() => sockets.countConnections()).toBe(64)
  for (const client of clients) client.destroy()
  await expect.poll(() => sockets.countConnections()).toBe(0)
})

test('an unreadable request gets the same reply on every socket', async () => {
  await listen()
  const replies = Array.from({ length: 64 }, async () => {
    const socket = connect(portOf(app), '127.0.0.1').setEncoding('utf8')
    socket.write('no request at all\r\n\r\n')
    return text(socket)
  })
  expect(new Set(await Promise.all(replies))).toEqual(new Set(['Not understood.']))
})

test('a port that another program uses is refused, also when that program would share it', async () => {
  const plain = createServer()
  await new Promise((resolve) => plain.listen(0, '127.0.0.1', () => resolve(null)))
  await expect(listen((plain.address() as AddressInfo).port)).rejects.toThrow('EADDRINUSE')
  plain.close()

  await listen()
  const port = portOf(app)
  const second = Fastify()
  await expect(openListeningSockets(second, { port, host: '127.0.0.1' }, log)).rejects.toThrow(
    `listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
  )
  await second.close()
})

test.runIf(hasReusePort)('a busy event loop accepts many connections per tick', async () => {
  let ticks = 0
  let isBusy = true
  await listen()
  const replies = Array.from({ length: 160 }, () => request(portOf(app)))
  const tick = () => {
    ticks += 1
    const until = performance.now() + 10
    while (performance.now() < until);
    if (isBusy) setImmediate(tick)
  }
  setImmediate(tick)
  await Promise.all(replies)
  isBusy = false
  // One socket would take more ticks than there are connections.
  expect(ticks).toBeLessThan(80)
})

test.each([
  ['does not know SO_REUSEPORT', () => true],
  ['knows SO_REUSEPORT, but shares no port', ({ port }: ListenOptions) => port !== 0],
])('where the system %s, the app accepts on one socket and warns', async (_what, isRefused) => {
  const original = Server.prototype.listen as (options: object) => Server
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, options: unknown) {
    if ((options as ListenOptions).reusePort && isRefused(options as ListenOptions)) throw new Error('listen ENOTSUP')
    return original.call(this, options as object)
  })
  await listen()
  expect(warnings).toEqual(['SO_REUSEPORT is not available; accepting on one socket'])
  expect(await request(portOf(app))).toBe('served')
})
