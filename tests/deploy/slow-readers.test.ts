// Files that phones load slowly through HAProxy, and other calls meanwhile.
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startHaProxy } from '#tests/support/deploy/haproxy.ts'
import { explainMissing } from '#tests/support/deploy/programs.ts'

const missing = explainMissing('haproxy')
/** The most requests that one server gets at once, files aside. */
const places = 40

test.for([
  ['/api/v1/files/'],
  // The servers read it as the same.
  ['/api/v1/%66iles/'],
  ['/api/v1/staff/files/'],
  ['/api/v1/staff/exports/'],
  ['/api/v1/slips/', '.pdf'],
  ['/api/v1/staff/sittings/', '/seats.pdf'],
])(
  'those who load files below %s take no places from other calls',
  { timeout: 60_000 },
  async ([path = '', ending = ''], { skip }) => {
    skip(missing !== undefined, missing)
    let begun = 0
    const server = createServer((request, reply) => {
      if (!request.url?.startsWith(path)) return reply.end('served')
      begun += 1
      reply.write('the first piece of a file')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => server.closeAllConnections())
    onTestFinished(() => void server.close())
    const haproxy = await startHaProxy([`http://127.0.0.1:${(server.address() as AddressInfo).port}`])
    onTestFinished(() => haproxy.stop())
    for (let n = 0; n < places; n++)
      get(`${haproxy.origin}${path}${n}${ending}`, { agent: false }).on('error', () => {})
    await expect.poll(() => begun, { timeout: 10_000 }).toBe(places)
    expect(await (await fetch(`${haproxy.origin}/api/v1/users/me`)).text()).toBe('served')
  },
)
