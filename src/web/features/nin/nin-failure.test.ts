import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#web/lib/http/api-error.ts'
import { ninFailure } from './nin-failure.ts'

const unknownNin = 'Contact customer service: this NIN was not found in the national register.'

test.each<[string, unknown, Partial<ReturnType<typeof ninFailure>>]>([
  [
    'a NIN that is refused, in the fixed words and the reason below them',
    new ApiError(400, { message: unknownNin }),
    { message: 'Contact customer service...', detail: unknownNin },
  ],
  ['an error of the server', new ApiError(500, { message: 'It broke.' }), { message: 'It broke.' }],
  ['an error of the server without a word', new ApiError(500, ''), { message: 'Server error occurred.' }],
  [
    'any other answer without a word',
    new ApiError(429, ''),
    { message: 'An error occurred during NIN verification.', isLater: false },
  ],
  ['a success that only its body denies', new ApiError(200, {}), { message: 'Unexpected response from verification.' }],
  ['a server that says nothing', new NetworkError(), { message: 'An error occurred during NIN verification.' }],
  [
    'a service that is down, which is nobody’s fault',
    new ApiError(503, { message: 'The identity service is not available.' }),
    { message: 'The identity service is not available.', isLater: true },
  ],
])('a look-up fails with %s', (_how, error, failure) => {
  expect(ninFailure(error)).toMatchObject(failure)
})
