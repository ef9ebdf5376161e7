import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#web/lib/http/api-error.ts'
import { getVerificationMessage } from './payment-check.ts'

test.each<[string, unknown, string]>([
  [
    'a refusal with 400, in the fixed words whatever the server says',
    new ApiError(400, { message: 'An RRR has 12 digits.' }),
    'Your payment is not verifed, kindly go back and make your payment.',
  ],
  [
    'any other refusal',
    new ApiError(404, { message: 'This RRR was not issued to you.' }),
    'This RRR was not issued to you.',
  ],
  ['an error without a word', new ApiError(502, ''), 'An unexpected error occurred during payment verification.'],
  ['a success that only its body denies', new ApiError(200, { message: '' }), 'Payment verification failed.'],
  ['a server that says nothing', new NetworkError(), 'A network error occurred during payment verification.'],
  ['anything else that goes wrong', new TypeError('x'), 'A network error occurred during payment verification.'],
])('a verification fails with %s', (_how, error, words) => {
  expect(getVerificationMessage(error)).toBe(words)
})
