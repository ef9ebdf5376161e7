// Writing to the registry: what is counted, what is refused, and what comes of a broken line.
import { badGateway } from '#tests/support/browser/gateway.ts'
import { test } from '#tests/support/browser/gateway-journey.ts'
import { expect } from '#tests/support/browser/journey.ts'
import { toastOf } from '#tests/support/browser/pages.ts'

test('a complaint of either kind is counted, keeps its words while the line is broken, and arrives', async ({
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
  const [send, line] = [page.getByRole('button', { name: 'Send' }), page.getByRole('main').getByRole('alert')]
  for (const breakage of [badGateway, 'hangs up'] as const) {
    gateway.breaks('POST /contact/create', breakage)
    await send.click()
    await expect(toastOf(page, 'An unexpected error occurred.')).toBeVisible()
    await expect(line).toHaveText('An unexpected error occurred.')
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }

  gateway.mends()
  expectFailure({ status: 400, url: /\/contact\/create$/ })
  await send.click()
  await expect(line).toHaveText(/254/)
  await expect(toastOf(page, await line.innerText())).toBeVisible()

  await page.getByLabel('FullName').fill('Ladi Danjuma')
  await send.click()
  await expect(toastOf(page, 'Your complaint has been received. We will answer by email.')).toBeVisible()
  await expect(complaint).toHaveValue('')
  await expect(line).toBeHidden()
})
