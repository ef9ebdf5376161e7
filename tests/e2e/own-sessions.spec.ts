// The list of sessions in the settings, and ending them from there.

import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast, logInOnPage } from '#tests/support/browser/pages.ts'
import { captureScreen } from '#tests/support/browser/screens/capture-screen.ts'
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
  await captureScreen(page, 'settings-sessions')
  // createPaidApplicant has logged in, too: two other sessions.
  await sessions.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(findToast(page, '2 sessions ended.')).toBeVisible()
  await expect(sessions.getByText('You are not logged in anywhere else.')).toBeVisible()

  expectFailure({ status: 401, url: /api.v1/ })
  await café.goto('/app/settings')
  await expect(café).toHaveURL('/auth/login')
})
