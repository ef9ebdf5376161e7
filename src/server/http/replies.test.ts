import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { listStackFrames, registerErrorHandlers } from './replies.ts'

test('what a library refuses by its status alone is an error of the client, and anything else one of ours', async () => {
  const app = Fastify()
  registerErrorHandlers(app, { isUnavailable: () => false, describeError: () => [] })
  app.get<{ Params: { status: string } }>('/:status', async ({ params }) => {
    throw Object.assign(new Error('A canary.'), { statusCode: Number(params.status) })
  })
  const codes = await Promise.all(
    [413, 415, 400, 418, 499, 399, 500].map(async (status) => {
      const answer = await app.inject({ url: `/${status}` })
      expect(answer.body).not.toContain('canary')
      return answer.json().code
    }),
  )
  expect(codes).toEqual([
    'too_large',
    'json_only',
    'malformed_request',
    'malformed_request',
    'malformed_request',
    'unexpected',
    'unexpected',
  ])
  await app.close()
})

test('the log has the first six places of an error, without its message; what is thrown may be no error', () => {
  const places = Array.from({ length: 10 }, (_, n) => `at place${n} (file.ts:${n})`)
  const error = new Error('A canary.')
  error.stack = ['Error: A canary.', 'of two lines', ...places.map((place) => `    ${place}`)].join('\n')
  expect(listStackFrames(error)).toEqual(places.slice(0, 6))
  delete error.stack
  expect([listStackFrames(error), listStackFrames('A canary.')]).toEqual([[], []])
})
