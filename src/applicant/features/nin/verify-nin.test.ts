import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#kit/http/api-error.ts'
import { describeNinError, type NinFailure } from './verify-nin.ts'

const unknownNin = 'Contact customer service: this NIN was not found in the national register.'

test.each<[string, unknown, Partial<NinFailure>]>([
  [
    'a refused NIN: the fixed message, and the reason as a detail',
    new ApiError(400, { message: unknownNin }),
    { message: 'Contact customer service...', details: [unknownNin] },
  ],
  ['a server error', new ApiError(500, { message: 'It broke.' }), { message: 'It broke.' }],
  ['a server error without a message', new ApiError(500, ''), { message: 'Server error occurred.' }],
  [
    'any other reply without a message',
    new ApiError(429, ''),
    { message: 'An error occurred during NIN verification.', isServiceDown: false },
  ],
  ['a 200 whose body is no success', new ApiError(200, {}), { message: 'Unexpected response from verification.' }],
  ['no reply', new NetworkError(), { message: 'An error occurred during NIN verification.' }],
  [
    'an identity service that is down',
    new ApiError(503, { message: 'The identity service is not available.' }),
    { message: 'The identity service is not available.', isServiceDown: true },
  ],
])('a verification fails with %s', (_how, error, failure) => {
  expect(describeNinError(error)).toMatchObject(failure)
})
