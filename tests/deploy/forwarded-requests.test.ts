// What servers behind HAProxy learn of a client: what HAProxy has seen, and nothing that the client says of itself.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startHaProxy } from '#tests/support/deploy/haproxy.ts'
import { explainMissing } from '#tests/support/deploy/programs.ts'

const missing = explainMissing('haproxy')

async function startEcho(): Promise<string> {
  const server = createServer(({ headers }, reply) => reply.end(JSON.stringify(headers)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  const haproxy = await startHaProxy([`http://127.0.0.1:${(server.address() as AddressInfo).port}`])
  onTestFinished(() => haproxy.stop())
  return haproxy.origin
}

/** Unlike `fetch`, sends the path as it is written. */
const send = (origin: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const { port } = new URL(origin)
    const sent = request({ port, path, headers, agent: false }, (reply) => {
      let text = ''
      reply.on('data', (chunk) => {
        text += chunk
      })
      reply.on('end', () => resolve({ status: reply.statusCode, text }))
    })
    sent.on('error', reject).end()
  })

test('an address, a host and a protocol that a client claims are not passed on', { timeout: 60_000 }, async ({
  skip,
}) => {
  skip(missing !== undefined, missing)
  const claims = {
    forwarded: 'for=10.1.2.3;host=staff.institute.example;proto=https',
    'x-forwarded-for': '10.1.2.3',
    'x-forwarded-host': 'staff.institute.example',
    'x-forwarded-proto': 'https',
  }
  const { text } = await send(await startEcho(), '/api/v1/exercise', { host: 'portal.institute.example', ...claims })
  const received = JSON.parse(text)
  expect(received).toMatchObject({ host: 'portal.institute.example', 'x-forwarded-for': '127.0.0.1' })
  expect(Object.keys(received).filter((name) => name.includes('forwarded'))).toEqual(['x-forwarded-for'])
})

test('the metrics of the servers are nobody’s, however their path is written', { timeout: 60_000 }, async ({
  skip,
}) => {
  skip(missing !== undefined, missing)
  const origin = await startEcho()
  for (const path of ['/metrics', '/metrics/', '/%6Detrics', '/%6detric%73/', '/metrics?x'])
    expect((await send(origin, path)).status, path).toBe(404)
  expect((await send(origin, '/metrics-of-mine')).status).toBe(200)
})
