// Staff find an applicant, see what the applicant sees, correct a fact and print a password slip.
import type { Page } from '@playwright/test'
import { createStaff, getCode } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { expectNoSidewaysScroll, findToast } from '#tests/support/browser/pages.ts'
import { withTextSize } from '#tests/support/browser/screens/text-clipping.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { createUnusedAccount } from '#tests/support/fixtures/applicants.ts'

/** A page of 50 rows. */
async function expectShortOnPhone(page: Page) {
  await page.setViewportSize({ width: 360, height: 800 })
  await expect(page.getByRole('table', { name: 'applicants' }).getByRole('checkbox')).toHaveCount(50)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4_000)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** By keys, and the focus comes back to what opened a dialog. */
async function expectFoldedActions(page: Page) {
  await page.setViewportSize({ width: 360, height: 800 })
  const hold = page.getByRole('button', { name: 'Put on hold' })
  const more = page.getByRole('button', { name: 'More actions' })
  await expect(page.getByRole('button', { name: 'Correct facts' })).toBeVisible()
  await expect(hold).toBeHidden()
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await hold.click()
  await expect(page.getByRole('dialog', { name: 'Put on hold' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(hold).toBeFocused()
  await captureStaffPage(page, 'applicant-actions')
  await expect(more).toBeHidden()
}

test('the list is filtered in the address, searched by whatever a caller names, and used by keys alone', async ({
  page,
  product,
}) => {
  await useStaffSession(page, product.url, await createStaff(product, ['registry']))
  const table = page.getByRole('table', { name: 'applicants' })
  await page.goto('/staff/applicants')
  await expect(table.getByRole('link').first()).toBeVisible()
  await captureStaffPage(page, 'applicants')
  await expectShortOnPhone(page)
  // Where the columns have no room the list scrolls, and the page does not.
  await withTextSize(page, '200%', () => expectNoSidewaysScroll(page))

  await page.keyboard.press('f')
  const filters = page.getByRole('form', { name: 'Filters' })
  await expect(filters).toBeVisible()
  await captureStaffPage(page, 'applicants-filters')
  await expect(filters.getByRole('button', { name: 'Apply filters' })).toBeInViewport()
  await filters.getByLabel('Stage: Any').click()
  await filters.getByLabel('Submitted', { exact: true }).check()
  await filters.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page).toHaveURL(/stage=submitted/)
  await page.getByRole('button', { name: 'Remove the filter Stage: Submitted' }).click()
  await expect(page).not.toHaveURL(/stage=/)

  await page.getByRole('heading', { name: 'Applicants' }).click()
  await page.keyboard.press('/')
  const search = page.getByRole('dialog', { name: 'Search' })
  await expect(search.getByRole('combobox', { name: 'Name, number or page' })).toBeFocused()
  await page.keyboard.type('ade')
  await expect(search.getByRole('option').first()).toBeVisible()
  await captureStaffPage(page, 'search')
  await search.getByRole('combobox').fill('re24 00005')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/staff/applicants/RE24-00005')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(table.getByRole('link').first()).toBeVisible()

  await page.keyboard.press('s')
  await expect(page.getByLabel('Find')).toBeFocused()
  await page.keyboard.type('re24-00005')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=re24-00005/)
  await expect(page.getByText('1 applicant', { exact: true })).toBeVisible()
  await page.getByLabel('Find').blur()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/staff/applicants/RE24-00005')
  await expect(page.getByRole('region', { name: 'What the applicant sees now' })).toBeVisible()
  await captureStaffPage(page, 'applicant')
  await expectFoldedActions(page)
})

test('an applicant is corrected, gets a password slip after a fresh code, and is put on hold', async ({
  page,
  product,
  expectFailure,
}) => {
  const officer = await createStaff(product, ['registry'], { name: 'Hauwa Registry' })
  const { userId } = await createUnusedAccount(product)
  await useStaffSession(page, product.url, officer)
  await page.goto(`/staff/applicants/${userId}`)
  await page.getByRole('button', { name: 'Correct facts' }).click()
  await page.getByLabel('Phone').fill('08099999999')
  expectFailure({ status: 400, url: /staff\/applicants/ })
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText('Say why, in at least 10 characters.')).toBeVisible()
  await captureStaffPage(page, 'applicant-correction')
  await page.getByLabel('Reason').fill('The applicant called and spelled it out.')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(findToast(page, 'Corrected. The applicant is told by email.')).toBeVisible()

  await page.getByRole('button', { name: 'Print a password slip' }).click()
  await captureStaffPage(page, 'password-slip')
  expectFailure({ status: 403, url: /password-slip/ })
  await page.getByRole('button', { name: 'Make the slip' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirmation.getByLabel('Code').fill(getCode(product))
  await captureStaffPage(page, 'fresh-code')
  const download = page.waitForEvent('download')
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  expect((await download).suggestedFilename()).toBe(`password-slip-${userId}.pdf`)
  await expect(page.getByText('Print it, hand it over, and delete the file.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Change post or fee' }).click()
  const move = page.getByRole('dialog', { name: 'Change post or fee' })
  await move.getByLabel('Post').selectOption('Lecturer I, Computer Science, Technology')
  await move.getByLabel('Reason').fill('The list named the wrong post.')
  await captureStaffPage(page, 'applicant-move')
  await move.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'Saved. The applicant is told by email.')).toBeVisible()

  await page.getByRole('button', { name: 'Put on hold' }).click()
  const dialog = page.getByRole('dialog', { name: 'Put on hold' })
  await captureStaffPage(page, 'hold-dialog')
  await dialog.getByLabel('Reason').fill('Two applicants have sent the same certificate.')
  await page.keyboard.press('Enter')
  await expect(findToast(page, 'The applicant is on hold.')).toBeVisible()
  await captureStaffPage(page, 'applicant-on-hold')
})
