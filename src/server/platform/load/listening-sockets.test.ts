import { once } from 'node:events'
import { createServer, get, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { connectionsOf, openDoors } from './listening-sockets.ts'

const portOf = (server: Server) => (server.address() as AddressInfo).port

/** Over a connection of its own. */
const answerOf = (port: number) =>
  new Promise<string>((resolve, reject) => {
    get({ port, agent: false }, (reply) => reply.once('data', (words) => resolve(String(words)))).once('error', reject)
  })

test('a crowd comes in by all the doors and is served like everybody, until they close', async () => {
  const server = createServer((_request, response) => response.end('served')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  const doors = await openDoors(server)
  const crowd = Array.from({ length: 100 }, () => answerOf(port))
  expect(new Set(await Promise.all(crowd))).toEqual(new Set(['served']))
  await expect.poll(async () => (await doors.connections()) + (await connectionsOf(server))).toBe(0)

  await doors.close()
  expect(await answerOf(port)).toBe('served')
  server.close()
  await once(server, 'close')
  await expect(answerOf(port)).rejects.toThrow('ECONNREFUSED')
})

test('what cannot be read is refused in the same words at every door', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  server.on('clientError', (_error, socket) => socket.end('Not understood.'))
  await once(server, 'listening')
  const doors = await openDoors(server)
  const refusals = Array.from({ length: 64 }, async () => {
    const socket = connect(portOf(server), '127.0.0.1').setEncoding('utf8')
    socket.write('no request at all\r\n\r\n')
    return text(socket)
  })
  expect(new Set(await Promise.all(refusals))).toEqual(new Set(['Not understood.']))
  await doors.close()
  server.close()
})

test('in one round of a busy event loop many come in', async () => {
  let rounds = 0
  let isBusy = true
  const server = createServer((_request, response) => response.end('served')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const doors = await openDoors(server)
  const crowd = Array.from({ length: 160 }, () => answerOf(portOf(server)))
  const round = () => {
    rounds += 1
    const until = performance.now() + 10
    while (performance.now() < until);
    if (isBusy) setImmediate(round)
  }
  setImmediate(round)
  await Promise.all(crowd)
  isBusy = false
  // One by one it would take more rounds than there are people.
  expect(rounds).toBeLessThan(80)
  await doors.close()
  server.close()
})

test('where handles cannot be copied, the first door stays as it was', async () => {
  const server = createServer((_request, response) => response.end('served')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { execPath } = process
  process.execPath = '/bin/false'
  await expect(openDoors(server)).rejects.toThrow()
  process.execPath = execPath
  expect(await answerOf(portOf(server))).toBe('served')
  server.close()
})
