import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { redirectEarlyFormPosts } from './early-form-posts.ts'

test('V3.7.2 a login that is sent before the script has loaded shows the login again, without the password in the URL', async () => {
  const app = Fastify()
  redirectEarlyFormPosts(app, ['/auth/login'])
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: '/auth/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'userId=RE24-00001&password=secret',
  })
  expect([statusCode, headers.location]).toEqual([303, '/auth/login'])
})
