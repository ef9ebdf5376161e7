// The page that describes the API.
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { captureScreen } from '#tests/support/browser/screens/capture-screen.ts'
import { saveScreenshot } from '#tests/support/browser/screens/screenshots.ts'

test('the API is described on a page of its own, readable on a phone, by keyboard and with a screen reader', async ({
  page,
}) => {
  await page.goto('/api/docs')
  await expect(page).toHaveTitle('Recruitment portal API')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recruitment portal API')
  await captureScreen(page, 'api-docs')
  await page.setViewportSize({ width: 360, height: 760 })

  await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click()
  const call = page
    .getByRole('article', { name: 'The RRR to pay with' })
    .or(page.getByRole('article').filter({ hasText: '/payments/remita-generate' }))
  await expect(call).toContainText('POST')
  await expect(call).toContainText('Authorization: Bearer')
  await expect(call.getByRole('table').last()).toContainText('already_paid')
  await call.locator('summary').first().press('Enter')
  await expect(call.getByRole('cell', { name: /Fee plus charge/ })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(call, 'api-docs-call-360')
})
