import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#kit/http/api-error.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi } from '#tests/support/ui/applicant-app.tsx'
import { success } from '#tests/support/ui/scripted-api.ts'
import { closeSession, currentSession, openSession } from '../session/session.ts'
import { getVerificationMessage, verifyPayment } from './payment-check.ts'

const api = setUpScriptedApi()

test.each([
  ['RE24-00001', true],
  ['RE24-77777', false],
])(
  'of a payment that is confirmed once %s has logged in, that account is marked as paid: %s',
  async (userId, isPaid) => {
    const unpaid = buildUser({ userId: 'RE24-00001', paymentstatus: false, paymentStatus: false })
    openSession('token', unpaid)
    api.current.answerCalls({
      'GET /payments/verify-remita': () => {
        openSession('token', { ...unpaid, userId })
        return success({ status: '00' })
      },
    })
    await verifyPayment('310000004712')
    expect(currentSession().user).toMatchObject({ userId, paymentstatus: isPaid, paymentStatus: isPaid })
  },
)

test('of a payment that is confirmed after the logout nothing is stored', async () => {
  closeSession()
  api.current.answerCalls({ 'GET /payments/verify-remita': success({ status: '00' }) })
  await verifyPayment('310000004712')
  expect(currentSession().user).toBeNull()
})

test.each<[string, unknown, string]>([
  [
    'a 400: the fixed message, whatever the server says',
    new ApiError(400, { message: 'An RRR has 12 digits.' }),
    'Your payment is not verifed, kindly go back and make your payment.',
  ],
  [
    'a 400 for a mistyped RRR: what is wrong with it',
    new ApiError(400, { message: 'An RRR has 12 digits.', code: 'invalid_request' }),
    'An RRR has 12 digits.',
  ],
  [
    'any other error',
    new ApiError(404, { message: 'This RRR was not issued to you.' }),
    'This RRR was not issued to you.',
  ],
  ['an error without a message', new ApiError(502, ''), 'An unexpected error occurred during payment verification.'],
  ['a 200 whose body is no success', new ApiError(200, { message: '' }), 'Payment verification failed.'],
  ['no reply', new NetworkError(), 'A network error occurred during payment verification.'],
  ['any other exception', new TypeError('x'), 'A network error occurred during payment verification.'],
])('a verification fails with %s', (_how, error, message) => {
  expect(getVerificationMessage(error)).toBe(message)
})
