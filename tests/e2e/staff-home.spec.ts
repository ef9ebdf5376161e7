// The first page after signing in: what waits, as links into filtered lists.
import { createStaff } from '#tests/support/api/staff.ts'
import { prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { createReviewer, createSchool, submitCases } from '#tests/support/browser/review-cases.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { createUnusedAccount } from '#tests/support/fixtures/applicants.ts'

test('counts lead into the filtered lists that a role may open', async ({ page, product }) => {
  await useStaffSession(page, product.url, await createStaff(product, ['helpdesk']))
  await page.goto('/staff')
  const applicants = page.getByRole('region', { name: 'Applicants' })
  const submitted = applicants.getByRole('link', { name: /^Submitted/ })
  const count = Number((await submitted.textContent())?.replace(/\D/g, ''))
  await expect(page.getByRole('region', { name: 'Complaints' }).getByRole('link')).toHaveCount(3)
  await captureStaffPage(page, 'home')
  await submitted.click()
  await expect(page).toHaveURL('/staff/applicants?stage=submitted')
  await expect(page.getByText(`${count} applicant${count === 1 ? '' : 's'}`, { exact: true })).toBeVisible()

  await page.context().clearCookies()
  await useStaffSession(page, product.url, await createStaff(product, ['auditor']))
  await page.goto('/staff')
  await expect(page.getByRole('region', { name: 'Applicants' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Complaints' })).toHaveCount(0)
})

test('the oldest that wait and the complaints that are due lead into lists that begin with them', async ({
  page,
  product,
}) => {
  const { id: exerciseId } = await prepareExercise(product)
  const { id: accountId, userId } = await createUnusedAccount(product, { exerciseId })
  const add = (number: string, age: string) =>
    product.database.pool.query(
      `insert into complaints (number, user_id, account_id, complaint, created_at)
      values ($1, $2, $3, 'I cannot pay.', now() - $4::interval)`,
      [number, userId, accountId, age],
    )
  await add(`C-OLD-${exerciseId}`, '9 days 1 hour')
  await add(`C-NEW-${exerciseId}`, '1 hour')
  await useStaffSession(page, product.url, await createStaff(product, [{ role: 'helpdesk', exerciseId }]))
  await page.goto('/staff')
  const complaints = page.getByRole('region', { name: 'Complaints' })
  const due = complaints.getByRole('link', { name: /^Due: no answer for three working days/ })
  await expect(due).toBeVisible()
  const oldest = page.getByRole('region', { name: 'Oldest waiting' })
  await expect(oldest.getByRole('link', { name: /^Application/ })).toHaveCount(0)
  await captureStaffPage(page, 'home-oldest')
  await due.click()
  await expect(page).toHaveURL(/receivedTo=/)
  await expect(page.getByRole('link', { name: `C-OLD-${exerciseId}` })).toBeVisible()
  await expect(page.getByRole('link', { name: `C-NEW-${exerciseId}` })).toHaveCount(0)
  await page.goBack()
  await oldest.getByRole('link', { name: /^Complaint without an answer.*(ago|days)/ }).click()
  await expect(page).toHaveURL(/sort=received/)
  await expect(page.getByRole('link', { name: `C-OLD-${exerciseId}` })).toBeVisible()
})

test('counts that cannot be loaded can be asked for again', async ({ page, product, expectFailure }) => {
  await useStaffSession(page, product.url, await createStaff(product, ['helpdesk']))
  expectFailure({ status: 503, url: /staff\/counts/ })
  await page.route(/api\/v1\/staff\/counts/, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto('/staff')
  await expect(page.getByText('The complaints could not be counted')).toBeVisible()
  await captureStaffPage(page, 'home-failed')
  await page.unroute(/api\/v1\/staff\/counts/)
  await page.getByRole('region', { name: 'Complaints' }).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: /^Nobody has answered yet/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Complaint without an answer/ })).toBeVisible()
})

test('a page that is reached before Home has loaded has the focus on its heading', async ({ page, product }) => {
  await useStaffSession(page, product.url, await createStaff(product, ['admin']))
  // Never answered.
  await page.route(/\/home-page-[^/]*\.js$/, () => {})
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Exercise settings' })).toBeFocused()
})

test("a reviewer's home leads into the queue, the chair's to what only the chair decides", async ({
  page,
  product,
}) => {
  const school = createSchool()
  const [one] = await submitCases(product, school, ['Musa'])
  await useStaffSession(page, product.url, await createReviewer(product, school, 'Waiting Reviewer'))
  await page.goto('/staff')
  await expect(page.getByText('0 of 1 today')).toBeVisible()
  const applications = page.getByRole('region', { name: 'Applications' })
  await expect(applications.getByRole('link', { name: /^Not reviewed yet\s*1$/ })).toBeVisible()
  await expect(applications.getByRole('link', { name: /^Reviews differ/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Review the next case' }).click()
  await expect(page.getByRole('heading', { level: 1, name: one?.name ?? '' })).toBeVisible()

  await page.context().clearCookies()
  await useStaffSession(page, product.url, await createStaff(product, ['chair']))
  await page.goto('/staff')
  await expect(applications.getByRole('link', { name: /^Reviews differ: the chair decides/ })).toBeVisible()
  await captureStaffPage(page, 'home-chair')
})
