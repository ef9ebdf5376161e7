// Failures while generating an RRR, verifying it and loading the user's details.

import { expect } from '#tests/support/browser/journey.ts'
import { badGateway, type GatewayFault } from '#tests/support/browser/network/faulty-gateway.ts'
import { test } from '#tests/support/browser/network/gateway-journey.ts'
import { delayResponses, findToast, generateRrrOnPage, restoreSession } from '#tests/support/browser/pages.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'

const serverError = { status: 500, body: { message: 'The registry moves.' } }
const unexpected = 'An unexpected error occurred during payment verification.'
const networkError = 'A network error occurred during payment verification.'
const successWith = (data: object): GatewayFault => ({ status: 200, body: { status: 'success', success: true, data } })

/** The fault, its toast and the page's message. */
const verifications: [GatewayFault, string, string][] = [
  [successWith({ status: '021', message: 'Transaction pending' }), 'Transaction pending', 'Transaction pending'],
  [successWith({ status: '021' }), 'Payment verification failed.', 'Unable to verify payment.'],
  [badGateway, unexpected, unexpected],
  [serverError, 'The registry moves.', 'The registry moves.'],
  ['hangs up', networkError, networkError],
]

test('failures of RRR, user details and verification show their messages and a link back', async ({
  page,
  product,
  gateway,
  expectFailure,
}) => {
  await restoreSession(page, await createApplicant(product))
  gateway.failWith('GET /users/me', badGateway)
  await page.goto('/auth/payment')
  await expect(findToast(page, 'Failed to retrieve user details')).toBeVisible()
  gateway.failWith('GET /users/me', 'hangs up')
  await page.reload()
  await expect(findToast(page, 'Error retrieving user details')).toBeVisible()

  const alert = page.getByRole('main').getByRole('alert')
  for (const [fault, text] of [
    [{ status: 200, body: { success: false } }, 'Payment failed'],
    [serverError, 'Error making payment: The registry moves.'],
    [badGateway, 'Payment failed'],
    ['hangs up', 'Error making payment: The server did not answer.'],
  ] as const) {
    gateway.failWith('POST /payments/remita-generate', fault)
    await page.getByRole('button', { name: 'Generate RRR' }).click()
    await expect(alert).toHaveText(text)
    await expect(findToast(page, text)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeDisabled()
  }
  gateway.restore()
  await generateRrrOnPage(page)

  for (const [fault, toast, message] of verifications) {
    gateway.failWith('GET /payments/verify-remita', fault)
    await page.goto('/auth/success')
    await expect(alert).toContainText(message)
    await expect(findToast(page, toast)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go Back To Payment' })).toHaveAttribute('href', '/auth/payment')
  }

  gateway.restore()
  expectFailure({ status: 400, url: /verify-remita/ })
  const release = await delayResponses(page, '**/payments/verify-remita?*')
  await page.goto('/auth/success')
  await expect(page.getByRole('status').filter({ hasText: 'Verifying your payment' })).toBeVisible()
  release()
  await expect(alert).toContainText('Your payment is not verifed, kindly go back and make your payment.')
})
