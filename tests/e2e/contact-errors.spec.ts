// The contact form: character counter, refused input and failed requests.

import { expect } from '#tests/support/browser/journey.ts'
import { badGateway } from '#tests/support/browser/network/faulty-gateway.ts'
import { test } from '#tests/support/browser/network/gateway-journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'

test('a complaint of either kind has a character counter, keeps its text after a failure, and is sent', async ({
  page,
  gateway,
  expectFailure,
}) => {
  await page.goto('/contact')
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Existing Applicant')
  await expect(page.getByText('if registered use USER ID only***')).toBeVisible()
  const complaint = page.getByLabel('Complaint')
  await expect(complaint).toHaveAttribute('rows', '8')
  await complaint.fill('x'.repeat(2999))
  await complaint.pressSequentially('yz')
  await expect(complaint).toHaveValue(`${'x'.repeat(2999)}y`)
  await expect(page.getByText('3000 / 3000')).toBeVisible()

  await page.getByRole('tab', { name: 'New Applicant' }).click()
  await page.getByLabel('FullName').fill('n'.repeat(300))
  await page.getByLabel('Email Address').fill('no email at all')
  await expect(complaint).toHaveValue(/xy$/)
  const [send, error] = [page.getByRole('button', { name: 'Send' }), page.getByRole('main').getByRole('alert')]
  for (const fault of [badGateway, 'hangs up'] as const) {
    gateway.failWith('POST /contact/create', fault)
    await send.click()
    await expect(findToast(page, 'An unexpected error occurred.')).toBeVisible()
    await expect(error).toHaveText('An unexpected error occurred.')
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }

  gateway.restore()
  expectFailure({ status: 400, url: /\/contact\/create$/ })
  await send.click()
  // At its field, and in no other place of the page.
  const fieldError = page.getByRole('main').getByText(/254/)
  await expect(fieldError).toHaveCount(1)
  await expect(page.getByLabel('FullName')).toHaveAccessibleDescription(/254/)
  await expect(findToast(page, await fieldError.innerText())).toBeVisible()

  await page.getByLabel('FullName').fill('Ladi Danjuma')
  await send.click()
  const received = 'Your complaint has been received. It has no user ID and no email address, so we cannot answer it.'
  await expect(findToast(page, received)).toBeVisible()
  await expect(complaint).toHaveValue('')
  await expect(error).toBeHidden()
  await expect(fieldError).toBeHidden()
})
