import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#kit/http/api-error.ts'
import { describeMismatch, describeNinError, type NinFailure } from './verify-nin.ts'

const unknownNin = 'Contact customer service: this NIN was not found in the national register.'

test.each<[string, unknown, Partial<NinFailure>]>([
  [
    'a refused NIN: the fixed message, and the reason as a detail',
    new ApiError(400, { message: unknownNin }),
    { message: 'Contact customer service...', details: [unknownNin] },
  ],
  ['a refusal without a message', new ApiError(400, ''), { message: 'Contact customer service...', details: [] }],
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

test.each([
  [undefined, []],
  [0, ['You have no more checks today. Try again tomorrow.']],
  [1, ['You can check one more NIN today.']],
  [2, ['You can check 2 more NINs today.']],
])('after another person’s NIN, %s more can be checked today', (triesLeft, said) => {
  const result = { kind: 'mismatch', triesLeft } as const
  expect(describeMismatch({ ...result, message: 'They differ. Check it again.' })).toEqual({
    message: 'They differ.',
    details: ['Check it again.', ...said],
    isServiceDown: false,
  })
  expect(describeMismatch({ ...result, message: 'They differ.' }).details).toEqual(said)
})

test('how many checks are left is said only where the server says it', () => {
  const describe = (data: unknown) => describeNinError(new ApiError(400, { message: 'No.', data })).details
  expect([describe({ triesLeft: 1 }), describe({ triesLeft: '1' }), describe(null), describe('1')]).toEqual([
    ['No.', 'You can check one more NIN today.'],
    ['No.'],
    ['No.'],
    ['No.'],
  ])
})
