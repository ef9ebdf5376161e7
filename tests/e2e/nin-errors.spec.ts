// Failures of the NIN verification, and a session that ends while it runs.

import { expect } from '#tests/support/browser/journey.ts'
import { badGateway, type GatewayFault } from '#tests/support/browser/network/faulty-gateway.ts'
import { test } from '#tests/support/browser/network/gateway-journey.ts'
import { delayResponses, findToast, readLocalStorage, restoreSession } from '#tests/support/browser/pages.ts'
import { createPaidApplicant } from '#tests/support/fixtures/applicants.ts'
import { registerPerson } from '#tests/support/fixtures/demo-people.ts'

const page500 = { status: 500, body: '<h1>500</h1>' }
const failures: [GatewayFault, string][] = [
  [page500, 'Server error occurred.'],
  [{ status: 500, body: { message: 'The registry moves.' } }, 'The registry moves.'],
  [badGateway, 'An error occurred during NIN verification.'],
  [{ status: 200, body: { success: false } }, 'Unexpected response from verification.'],
  ['hangs up', 'An error occurred during NIN verification.'],
  [{ status: 200, body: { status: 'success', success: true, tabId: 3 } }, 'Unexpected response from verification.'],
  [{ status: 400, body: '<h1>400</h1>' }, 'Contact customer service...'],
  [{ status: 418, body: { message: 'Only on weekdays.' } }, 'Only on weekdays.'],
]

test('each failed verification shows its message; one that succeeds after a logout leads to the login page', async ({
  page,
  product,
  gateway,
}) => {
  const nin = await registerPerson(product)
  await restoreSession(page, await createPaidApplicant(product))
  await page.goto('/auth/verify-nin')
  await page.getByLabel('NIN', { exact: true }).fill(nin)
  await page.getByRole('checkbox').check()
  const button = page.getByRole('button', { name: 'Verify' })
  for (const [fault, text] of failures) {
    gateway.failWith(`POST /services/nin-verify/${nin}`, fault)
    await button.click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(text)
    await expect(findToast(page, text)).toBeVisible()
  }
  expect(await readLocalStorage(page)).not.toHaveProperty('applyData')

  gateway.restore()
  const release = await delayResponses(page, '**/services/nin-verify/*')
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
