// Paying behind a gateway that breaks: what is said of an RRR, of its verification and of the user's details.

import { type Breakage, badGateway } from '#tests/support/browser/gateway.ts'
import { test } from '#tests/support/browser/gateway-journey.ts'
import { expect } from '#tests/support/browser/journey.ts'
import { comeBack, generateRrr, holdBack, toastOf } from '#tests/support/browser/pages.ts'
import { anApplicant } from '#tests/support/fixtures/accounts.ts'

const moves = { status: 500, body: { message: 'The registry moves.' } }
const silent = 'An unexpected error occurred during payment verification.'
const noLine = 'A network error occurred during payment verification.'
const code = (data: object): Breakage => ({ status: 200, body: { status: 'success', success: true, data } })

/** What breaks, the toast, and what the page shows. */
const verifications: [Breakage, string, string][] = [
  [code({ status: '021', message: 'Transaction pending' }), 'Transaction pending', 'Transaction pending'],
  [code({ status: '021' }), 'Payment verification failed.', 'Unable to verify payment.'],
  [badGateway, silent, silent],
  [moves, 'The registry moves.', 'The registry moves.'],
  ['hangs up', noLine, noLine],
]

test('no RRR, no word of the user and no verification: each says why, with the way back', async ({
  page,
  product,
  gateway,
  expectFailure,
}) => {
  await comeBack(page, await anApplicant(product))
  gateway.breaks('GET /users/me', badGateway)
  await page.goto('/auth/payment')
  await expect(toastOf(page, 'Failed to retrieve user details')).toBeVisible()
  gateway.breaks('GET /users/me', 'hangs up')
  await page.reload()
  await expect(toastOf(page, 'Error retrieving user details')).toBeVisible()

  const alert = page.getByRole('main').getByRole('alert')
  for (const [breakage, words] of [
    [{ status: 200, body: { success: false } }, 'Payment failed'],
    [moves, 'Error making payment: The registry moves.'],
    [badGateway, 'Payment failed'],
    ['hangs up', 'Error making payment: The server did not answer.'],
  ] as const) {
    gateway.breaks('POST /payments/remita-generate', breakage)
    await page.getByRole('button', { name: 'Generate RRR' }).click()
    await expect(alert).toHaveText(words)
    await expect(toastOf(page, words)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeDisabled()
  }
  gateway.mends()
  await generateRrr(page)

  for (const [breakage, toast, shown] of verifications) {
    gateway.breaks('GET /payments/verify-remita', breakage)
    await page.goto('/auth/success')
    await expect(alert).toContainText(shown)
    await expect(toastOf(page, toast)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go Back To Payment' })).toHaveAttribute('href', '/auth/payment')
  }

  gateway.mends()
  expectFailure({ status: 400, url: /verify-remita/ })
  const release = await holdBack(page, '**/payments/verify-remita?*')
  await page.goto('/auth/success')
  await expect(page.getByRole('status').filter({ hasText: 'Verifying your payment' })).toBeVisible()
  release()
  await expect(alert).toContainText('Your payment is not verifed, kindly go back and make your payment.')
})
