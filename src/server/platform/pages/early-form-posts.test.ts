import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { earlyForms } from './early-form-posts.ts'

test('a login sent before its script came shows the login again, without the password in the address', async () => {
  const app = Fastify()
  earlyForms(app, ['/auth/login'])
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: '/auth/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'userId=RE24-00001&password=secret',
  })
  expect([statusCode, headers.location]).toEqual([303, '/auth/login'])
})
