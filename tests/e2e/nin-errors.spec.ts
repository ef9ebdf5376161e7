// The identity check behind a gateway that breaks, and in a session that ends meanwhile.

import { type Breakage, badGateway } from '#tests/support/browser/gateway.ts'
import { test } from '#tests/support/browser/gateway-journey.ts'
import { expect } from '#tests/support/browser/journey.ts'
import { comeBack, holdBack, kept, toastOf } from '#tests/support/browser/pages.ts'
import { aPaidApplicant } from '#tests/support/fixtures/accounts.ts'
import { registered } from '#tests/support/fixtures/people.ts'

const page500 = { status: 500, body: '<h1>500</h1>' }
const failures: [Breakage, string][] = [
  [page500, 'Server error occurred.'],
  [{ status: 500, body: { message: 'The registry moves.' } }, 'The registry moves.'],
  [badGateway, 'An error occurred during NIN verification.'],
  [{ status: 200, body: { success: false } }, 'Unexpected response from verification.'],
  ['hangs up', 'An error occurred during NIN verification.'],
  [{ status: 200, body: { status: 'success', success: true, tabId: 3 } }, 'Unexpected response from verification.'],
  [{ status: 400, body: '<h1>400</h1>' }, 'Contact customer service...'],
  [{ status: 418, body: { message: 'Only on weekdays.' } }, 'Only on weekdays.'],
]

test('each failure of a verification is told; one that succeeds after a logout leads to the login', async ({
  page,
  product,
  gateway,
}) => {
  const nin = await registered(product)
  await comeBack(page, await aPaidApplicant(product))
  await page.goto('/auth/verify-nin')
  await page.getByLabel('NIN', { exact: true }).fill(nin)
  await page.getByRole('checkbox').check()
  const button = page.getByRole('button', { name: 'Verify' })
  for (const [breakage, words] of failures) {
    gateway.breaks(`POST /services/nin-verify/${nin}`, breakage)
    await button.click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(words)
    await expect(toastOf(page, words)).toBeVisible()
  }
  expect(await kept(page)).not.toHaveProperty('applyData')

  gateway.mends()
  const release = await holdBack(page, '**/services/nin-verify/*')
  await button.click()
  const elsewhere = await page.context().newPage()
  await elsewhere.goto('/robots.txt')
  await elsewhere.evaluate(() => {
    localStorage.removeItem('token')
    localStorage.removeItem('user')
  })
  await expect(page.getByText('Log in to continue.')).toBeVisible()
  release()
  await expect(page).toHaveURL('/auth/login')
})
