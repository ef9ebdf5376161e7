import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeConnectionsOnShutdown } from './graceful-shutdown.ts'

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
