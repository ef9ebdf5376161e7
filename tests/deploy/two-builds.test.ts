// Pages and their scripts through HAProxy while one of the servers has a newer build than the other.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startHaProxy } from '#tests/support/deploy/haproxy.ts'
import { explainMissing } from '#tests/support/deploy/programs.ts'

const missing = explainMissing('haproxy')

/** Has the page and the scripts of one build. */
async function startBuild(script: string): Promise<string> {
  const contents = new Map([
    ['/readyz', ''],
    ['/', script],
    [`/assets/${script}`, script],
    [`/staff/assets/${script}`, script],
  ])
  const server = createServer(({ url = '' }, reply) => {
    const content = contents.get(url)
    reply.writeHead(content === undefined ? 404 : 200).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('every page finds its scripts, whichever server it came from; those of no build are missing', async ({ skip }) => {
  skip(missing !== undefined, missing)
  const haproxy = await startHaProxy(await Promise.all(['old.js', 'new.js', 'new.js'].map(startBuild)))
  onTestFinished(() => haproxy.stop())
  const get = (path: string) => fetch(`${haproxy.origin}${path}`)
  const builds = new Set<string>()
  for (let page = 0; page < 12; page++) {
    const script = await (await get('/')).text()
    builds.add(script)
    for (const path of [`/assets/${script}`, `/staff/assets/${script}`])
      expect(await (await get(path)).text()).toBe(script)
  }
  expect([...builds].sort()).toEqual(['new.js', 'old.js'])
  expect((await get('/assets/older.js')).status).toBe(404)
}, 60_000)
