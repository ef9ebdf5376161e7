// On shared computers: seeing where one is logged in, and logging out there from here.

import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { expectNoSidewaysScroll, logIn, toastOf } from '#tests/support/browser/pages.ts'
import { aPaidApplicant } from '#tests/support/fixtures/accounts.ts'

test('a session left open in a café is ended from the settings', async ({
  page,
  product,
  anotherBrowser,
  expectFailure,
}) => {
  const applicant = await aPaidApplicant(product)
  const café = await anotherBrowser()
  await logIn(café, applicant)
  await expect(café).toHaveURL('/app/dashboard')
  await logIn(page, applicant)
  await expect(page).toHaveURL('/app/dashboard')

  await page.goto('/app/settings')
  const sessions = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(sessions.getByText('This browser.')).toBeVisible()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.screenshot({ path: `screens/settings-sessions-${width}.png`, fullPage: true })
  }
  // The factory's own session is a third one.
  await sessions.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(toastOf(page, '2 sessions ended.')).toBeVisible()
  await expect(sessions.getByText('Nowhere else.')).toBeVisible()

  expectFailure({ status: 401, url: /api.v1/ })
  await café.goto('/app/settings')
  await expect(café).toHaveURL('/auth/login')
})
