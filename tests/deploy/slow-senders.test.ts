// Bodies that somebody sends slowly through HAProxy, and other calls meanwhile.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startHaProxy } from '#tests/support/deploy/haproxy.ts'
import { explainMissing } from '#tests/support/deploy/programs.ts'

const missing = explainMissing('haproxy')
/** The most requests that one server gets at once, files and long bodies aside. */
const places = 40
const kB = 1024

test.for([
  { path: '/api/v1/users/login', length: 16 * kB, sent: 1 },
  { path: '/api/v1/users/login', length: 16 * kB, sent: 16 * kB - 1 },
  { path: '/api/v1/applications/draft', length: 256 * kB, sent: 200 * kB },
  { path: '/api/v1/staff/imports', length: 256 * kB, sent: 200 * kB },
  { path: '/auth/login', length: 16 * kB, sent: 1 },
])(
  'those who have sent $sent of $length bytes to $path take no places from other calls',
  { timeout: 60_000 },
  async ({ path, length, sent }, { skip }) => {
    skip(missing !== undefined, missing)
    const server = createServer((call, reply) => call.resume().on('end', () => reply.end('served')))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => server.closeAllConnections())
    onTestFinished(() => void server.close())
    const haproxy = await startHaProxy([`http://127.0.0.1:${(server.address() as AddressInfo).port}`])
    onTestFinished(() => haproxy.stop())
    const headers = { 'content-type': 'application/json', 'content-length': length }
    const sendPart = () => {
      const slow = request(`${haproxy.origin}${path}`, { method: 'POST', agent: false, headers })
      slow.on('error', () => {})
      onTestFinished(() => void slow.destroy())
      return new Promise<void>((resolve) => slow.write('x'.repeat(sent), () => resolve()))
    }
    for (let n = 0; n < places; n++) await sendPart()
    const reply = await fetch(`${haproxy.origin}/api/v1/users/me`)
    expect([reply.status, await reply.text()]).toEqual([200, 'served'])
  },
)
