// One case on its page: contents, files, flags, notes; two people at once; withdrawal; the chair's decision.
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { createReviewer, createSchool, submitCases } from '#tests/support/browser/review-cases.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'

test('a case shows contents, files and requirements; a flagged section brings its reasons to the top', async ({
  page,
  product,
}) => {
  const school = createSchool()
  const [one] = await submitCases(product, school, ['Hassan'])
  await useStaffSession(page, product.url, await createReviewer(product, school, 'Careful Reviewer'))
  await page.goto('/staff/applications')
  await expect(page.getByText('1 application', { exact: true })).toBeVisible()
  await captureStaffPage(page, 'applications')
  await page.getByRole('link', { name: one?.number ?? '' }).click()
  await expect(page.getByRole('heading', { level: 1, name: one?.name ?? '' })).toBeFocused()
  await expect(page.getByRole('table', { name: 'Academic qualifications' })).toBeVisible()
  await captureStaffPage(page, 'application')

  await page.getByRole('link', { name: 'View File 1' }).first().click()
  const viewer = page.getByRole('region', { name: /View File 1$/ })
  await expect(viewer.locator('iframe')).toHaveAttribute('data-state', 'displayed')
  await captureStaffPage(page, 'application-file')
  await viewer.getByRole('button', { name: 'Next file' }).click()
  await expect(page.getByRole('region', { name: /View File 1$/ }).locator('iframe')).toHaveAttribute(
    'data-state',
    'displayed',
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open: Uploaded photo' }).click()
  await expect(page.getByRole('region', { name: 'Uploaded photo' }).locator('iframe')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Flag Referees' }).click()
  await page.getByRole('radio', { name: 'Reject' }).check()
  const reasons = page.getByRole('group', { name: 'Reasons for what you flagged' })
  await reasons.getByRole('checkbox', { name: 'A referee did not support' }).check()
  await reasons.getByLabel('For the applicant').fill('The first referee said so in writing.')
  await captureStaffPage(page, 'application-rejected')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(findToast(page, 'Your review is recorded.')).toBeVisible()
  await expect(page.getByText('You recorded “Reject”')).toBeVisible()

  await page.getByLabel('New note').fill('The department knows him.')
  await page.getByRole('checkbox', { name: 'Pin it to the top' }).check()
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByRole('list', { name: 'Notes' }).getByText('The department knows him.')).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Careful Reviewer: Reject')).toBeVisible()
  await expect(page.getByText(/A referee did not support your application\..*\(Referees\)/)).toBeVisible()
  await captureStaffPage(page, 'application-history')
})

test('who withdraws from a case sees nothing of it any more', async ({ page, product, expectFailure }) => {
  const school = createSchool()
  const [one] = await submitCases(product, school, ['Jimoh'])
  await useStaffSession(page, product.url, await createReviewer(product, school, 'Related Reviewer'))
  await page.goto(`/staff/applications/${one?.number}`)
  await page.getByRole('button', { name: 'I have an interest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw from this case' })
  expectFailure({ status: 400, url: /recusals$/ })
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog.getByText('Say why, in at least 10 characters.')).toBeVisible()
  await captureStaffPage(page, 'application-withdraw')
  await dialog.getByLabel('Reason').fill('The applicant is my cousin.')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page).toHaveURL('/staff/applications')
  await expect(page.getByText('No application has been submitted')).toBeVisible()
  expectFailure({ status: 404, url: /staff\/applications/ })
  await page.goto(`/staff/applications/${one?.number}`)
  await expect(page.getByText('or you have withdrawn from it.')).toBeVisible()
  await captureStaffPage(page, 'application-missing')
})

test('the chair decides with a review that agrees, and never alone', async ({ page, product, expectFailure }) => {
  const school = createSchool()
  const [one, two] = await submitCases(product, school, ['Kalu', 'Lawal'])
  const reviewer = await createReviewer(product, school, 'Agreeing Reviewer')
  const reasons = [{ code: 'experience_too_short', about: 'experience' }]
  const reviewed = await reviewer.call('POST', `/staff/applications/${one?.number}/reviews`, {
    body: { verdict: 'reject', reasons, version: 1 },
  })
  expect(reviewed.status).toBe(201)

  await useStaffSession(page, product.url, await createReviewer(product, school, 'Chair of Panel', 'chair'))
  await page.goto(`/staff/applications/${one?.number}`)
  await expect(page.getByRole('radio', { name: 'Decision of the chair' })).toBeChecked()
  await page.getByRole('radio', { name: 'Reject' }).check()
  await captureStaffPage(page, 'application-decision')
  await page.getByRole('button', { name: 'Record the decision' }).click()
  await expect(findToast(page, 'The decision is recorded.')).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Decided: Rejected, by Chair of Panel with Agreeing Reviewer')).toBeVisible()

  await page.goto(`/staff/applications/${two?.number}`)
  await page.getByRole('radio', { name: 'Decision of the chair' }).check()
  await page.getByRole('radio', { name: 'Shortlist' }).check()
  expectFailure({ status: 403, url: /decision$/ })
  await page.getByRole('button', { name: 'Record the decision' }).click()
  await expect(page.getByText('Not recorded: it needs a review by somebody else that agrees.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Shortlist' })).toBeChecked()
})

test('exactly the applications of a list are divided among reviewers, and gone through one by one', async ({
  page,
  product,
  expectFailure,
}) => {
  const school = createSchool()
  const cases = await submitCases(product, school, ['Nwosu', 'Okafor'])
  const surname = `Reviewer ${school}`
  const reviewer = await createReviewer(product, school, surname)
  await useStaffSession(page, product.url, await createReviewer(product, school, 'Registry Officer', 'registry'))
  await page.goto(`/staff/applications?school=${encodeURIComponent(school)}`)
  await expect(page.getByText('2 applications', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Assign this list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign to reviewers' })
  await expect(dialog.getByText('2 applications are in the list.')).toBeVisible()
  await captureStaffPage(page, 'applications-assign')
  expectFailure({ status: 400, url: /assignments/ })
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog.getByText('Choose at least one person.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: `${surname} (0 waiting)` }).check()
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog.getByText(`2 assigned. ${surname}: 2.`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('cell', { name: surname })).toHaveCount(2)

  const [older, newer] = cases
  await page.getByRole('link', { name: newer?.number ?? '' }).click()
  await expect(page.getByRole('heading', { level: 1, name: newer?.name ?? '' })).toBeFocused()
  await page.keyboard.press(']')
  await expect(page.getByRole('heading', { level: 1, name: older?.name ?? '' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next in the list' })).toHaveCount(0)
  await page.keyboard.press('[')
  await expect(page.getByRole('heading', { level: 1, name: newer?.name ?? '' })).toBeVisible()
  const { body } = await reviewer.call('GET', '/staff/applications?assigned=me')
  expect(body.data.rows.map(({ number }: { number: string }) => number).sort()).toEqual(
    cases.map(({ number }) => number).sort(),
  )
})
