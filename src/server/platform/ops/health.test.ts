import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerErrorHandlers } from '#server/http/replies.ts'
import { registerHealthRoutes } from './health.ts'

test('a server is ready while its database is, or however it is; one that shuts down is healthy, and ready for nothing more', async () => {
  const app = Fastify()
  let ping = async () => {}
  const shuttingDown = new AbortController()
  registerErrorHandlers(app, { isUnavailable: () => false, describeError: () => [] })
  registerHealthRoutes(app, { ping: () => ping() }, shuttingDown.signal)
  const readStatuses = () =>
    Promise.all(
      ['/healthz', '/readyz', '/readyz?exclude=database'].map(async (path) => (await app.inject(path)).statusCode),
    )
  expect(await readStatuses()).toEqual([200, 200, 200])
  ping = () => Promise.reject(new Error('The database is away.'))
  expect(await readStatuses()).toEqual([200, 503, 200])
  shuttingDown.abort()
  expect(await readStatuses()).toEqual([200, 503, 503])
  await app.close()
})
