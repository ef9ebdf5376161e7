// One case on its page: contents, files, flags, notes; two people at once; withdrawal; the chair's decision.
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { createReviewer, createSchool, submitCases } from '#tests/support/browser/review-cases.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'

test('a case is read with its files and reviewed, another one left for an interest, and the chair decides', async ({
  page,
  product,
  expectFailure,
}) => {
  const school = createSchool()
  const [one, two] = await submitCases(product, school, ['Hassan', 'Jimoh'])
  await useStaffSession(page, product.url, await createReviewer(product, school, 'Careful Reviewer'))
  await page.goto('/staff/applications')
  await expect(page.getByText('2 applications', { exact: true })).toBeVisible()
  await captureStaffPage(page, 'applications')
  const list = page.getByRole('table', { name: 'applications' })
  expect(
    await list.evaluate(({ scrollWidth, parentElement }) => scrollWidth <= Number(parentElement?.clientWidth)),
  ).toBe(true)
  await page.getByRole('link', { name: one?.number ?? '' }).click()
  await expect(page.getByRole('heading', { level: 1, name: one?.name ?? '' })).toBeFocused()
  await expect(page.getByRole('table', { name: 'Academic qualifications' })).toBeVisible()
  await captureStaffPage(page, 'application')
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeInViewport({ ratio: 1 })

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

  await page.goto(`/staff/applications/${two?.number}`)
  await page.getByRole('button', { name: 'I have a conflict of interest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave this case' })
  await captureStaffPage(page, 'application-withdraw')
  await dialog.getByLabel('Reason').fill('The applicant is my cousin.')
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/staff/applications')
  await expect(page.getByText('1 application', { exact: true })).toBeVisible()
  expectFailure({ status: 404, url: /staff\/applications/ })
  await page.goto(`/staff/applications/${two?.number}`)
  await expect(page.getByText('or you have left it.')).toBeVisible()
  await captureStaffPage(page, 'application-missing')

  const chair = await createReviewer(product, school, 'Chair of Panel', 'chair')
  await useStaffSession(page, product.url, chair)
  await page.goto(`/staff/applications/${one?.number}`)
  await expect(page.getByRole('radio', { name: 'Decision of the chair' })).toBeChecked()
  await page.getByRole('radio', { name: 'Reject' }).check()
  await captureStaffPage(page, 'application-decision')
  await page.getByRole('button', { name: 'Record the decision' }).click()
  await expect(findToast(page, 'The decision is recorded.')).toBeVisible()
  const reason = 'Two applicants have sent the same certificate.'
  const held = `/staff/applicants/${two?.applicant.userId}/hold`
  expect((await chair.call('POST', held, { body: { reason } })).status).toBeLessThan(300)
  await page.goto(`/staff/applications/${two?.number}`)
  await expect(page.getByText('The applicant is on hold')).toBeVisible()
  await captureStaffPage(page, 'case-on-hold')
})
