// The list of sessions in the settings, and ending them from there.

import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { expectNoSidewaysScroll, findToast, logInOnPage } from '#tests/support/browser/pages.ts'
import { saveScreenshot } from '#tests/support/browser/screens/screenshots.ts'
import { createPaidApplicant } from '#tests/support/fixtures/applicants.ts'

test('a session left open on another computer can be ended in the settings', async ({
  page,
  product,
  openBrowser,
  expectFailure,
}) => {
  const applicant = await createPaidApplicant(product)
  const café = await openBrowser()
  await logInOnPage(café, applicant)
  await expect(café).toHaveURL('/app/dashboard')
  await logInOnPage(page, applicant)
  await expect(page).toHaveURL('/app/dashboard')

  await page.goto('/app/settings')
  const sessions = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(sessions.getByText('This browser.')).toBeVisible()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await saveScreenshot(page, `settings-sessions-${width}`, { fullPage: true })
  }
  // createPaidApplicant has logged in, too: two other sessions.
  await sessions.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(findToast(page, '2 sessions ended.')).toBeVisible()
  await expect(sessions.getByText('You are not logged in anywhere else.')).toBeVisible()

  expectFailure({ status: 401, url: /api.v1/ })
  await café.goto('/app/settings')
  await expect(café).toHaveURL('/auth/login')
})
