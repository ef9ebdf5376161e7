import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#web/lib/api-error.ts'
import { generationFailure } from './generate-rrr.ts'

test.each<[string, unknown, string]>([
  [
    'a refusal, with its reason',
    new ApiError(503, { message: 'The payment service does not answer at the moment.' }),
    'Error making payment: The payment service does not answer at the moment.',
  ],
  ['a refusal without a word', new ApiError(502, ''), 'Payment failed'],
  ['a success that only its body denies', new ApiError(200, { message: 'No.' }), 'Payment failed'],
  [
    'a server that says nothing',
    new NetworkError('The server did not answer.'),
    'Error making payment: The server did not answer.',
  ],
])('no RRR comes of %s', (_how, error, words) => {
  expect(generationFailure(error)).toBe(words)
})
