// Administrators change the settings of an exercise, see first what a change does, and approve each other's.
import type { Page } from '@playwright/test'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'

const settingsPath = '/staff/settings/exercise'
const readSettings = async (admin: TestStaff, year: number) =>
  (await admin.call('GET', `/staff/exercises/${year}`)).body.data

/** On a phone, where the search and the sign-out stand beside it, the whole year is read, and changed by keys. */
async function expectWholeYear(page: Page, year: number) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 800 })
  const visibleYear = page.getByRole('banner').getByText(String(year), { exact: true }).filter({ visible: true })
  expect(await visibleYear.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  await page.getByLabel('Exercise', { exact: true }).focus()
  await expect(visibleYear).toHaveCSS('outline-style', 'solid')
  if (size) await page.setViewportSize(size)
}

test('an administrator sees in numbers what a change does, proposes it for a moment, and another one approves it', async ({
  page,
  product,
  openBrowser,
}) => {
  const admin = await createStaff(product, ['admin'], { name: 'Ngozi Maker' })
  const second = await createStaff(product, ['admin'], { name: 'Chidi Second' })
  const { id: exerciseId, year } = await prepareExercise(product)
  for (const _ of [1, 2]) await createApplicant(product, { exerciseId })
  const before = await readSettings(admin, year)
  await useStaffSession(page, product.url, admin)
  await page.goto('/staff')
  await page.getByLabel('Exercise', { exact: true }).selectOption(String(year))
  await expectWholeYear(page, year)
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('listitem').filter({ hasText: /Posts.*: done/ })).toBeVisible()
  await captureStaffPage(page, 'home-first-steps')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Exercise settings' })).toBeFocused()
  await expect(page.getByLabel('Institution')).toHaveValue(before.settings.institution)
  await captureStaffPage(page, 'settings')

  await page.getByText('Names', { exact: true }).click()
  await page.getByLabel('Title', { exact: true }).fill('Teaching Staff Recruitment')
  await page.getByLabel('Deadline').fill('2031-12-31T23:59')
  await page.getByLabel('Application fee').fill('₦15,000.50')
  await page.getByRole('button', { name: 'Review changes' }).click()
  const review = page.getByRole('region', { name: 'Check the change' })
  await expect(review.getByRole('row', { name: 'Application fee ₦12,000.00 ₦15,000.50' })).toBeVisible()
  await expect(review.getByText(/a deadline, 31 December 2031, 11:59 pm/)).toBeVisible()
  await review.getByLabel('Also for the 2 unpaid accounts without an open RRR').check()
  await expect(review.getByText(/and for 2 unpaid accounts without an open RRR\./)).toBeVisible()
  const moment = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 11)
  await review.getByLabel('When it takes effect').fill(`${moment}09:00`)
  await review.getByLabel('When it takes effect').blur()
  await expect(review.getByText(/^It takes effect on .* 9:00 am\. Until then nothing changes\.$/)).toBeVisible()
  await captureStaffPage(page, 'settings-review')
  await page.getByRole('button', { name: 'Propose the change' }).click()
  await expect(findToast(page, 'Proposed. Somebody else must approve it.')).toBeVisible()
  await captureStaffPage(page, 'settings-proposed')
  expect((await readSettings(admin, year)).settings).toEqual(before.settings)

  const other = await openBrowser()
  await useStaffSession(other, product.url, second)
  await other.goto(`${settingsPath}?exercise=${year}`)
  await expect(other.getByText('Proposed by Ngozi Maker')).toBeVisible()
  await captureStaffPage(other, 'settings-approve')
  await other.getByRole('button', { name: 'Approve' }).click()
  await expect(findToast(other, 'Approved. It takes effect at its moment.')).toBeVisible()
  const planned = other.getByRole('region', { name: 'Planned' })
  await expect(planned.getByText('approved by Chidi Second')).toBeVisible()
  await captureStaffPage(other, 'settings-planned')
  expect((await readSettings(admin, year)).planned).toMatchObject([
    { settings: { fee: 15_000.5, deadline: '2031-12-31T22:59:00.000Z' } },
  ])
})

test('settings that fail, are wrong or were changed meanwhile say what to do', async ({
  page,
  product,
  expectFailure,
}) => {
  const admin = await createStaff(product, ['admin'])
  const { year } = await prepareExercise(product)
  await useStaffSession(page, product.url, admin)
  const calls = /api\/v1\/staff\/exercises\//
  expectFailure({ status: 503, url: calls })
  await page.route(calls, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto(`${settingsPath}?exercise=${year}`)
  await expect(page.getByText('The settings could not be loaded')).toBeVisible()
  await captureStaffPage(page, 'settings-failed')
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Try again' }).click()

  expectFailure({ status: 400, url: /preview/ })
  await page.getByLabel('Application fee').fill('a lot')
  await page.getByText('Vendor of the portal').click()
  await page.getByLabel('Web address of the vendor').fill('example')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await expect(page.getByRole('alert', { name: 'There is a problem' })).toBeFocused()
  await captureStaffPage(page, 'settings-errors')
  await page.getByRole('link', { name: 'Web address of the vendor must be a web address.' }).click()
  await expect(page.getByLabel('Web address of the vendor')).toBeFocused()
  await page.getByRole('button', { name: 'Discard what I typed' }).click()

  // Half a date, which only a browser can have typed.
  await page.getByLabel('Deadline').focus()
  await page.keyboard.type('12')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await expect(page.getByRole('link', { name: 'Enter the whole date and time, or clear all of it.' })).toBeVisible()
  await page.getByRole('button', { name: 'Discard what I typed' }).click()

  await page.getByText('Names', { exact: true }).click()
  await page.getByLabel('Title', { exact: true }).fill('My Own Title')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await admin.call('PUT', `/staff/exercises/${year}`, { body: { title: 'Theirs', charge: 750, version: 1 } })
  expectFailure({ status: 409, url: /exercises/ })
  await page.getByRole('button', { name: 'Save the change' }).click()
  await expect(page.getByText('Somebody changed the settings meanwhile')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('My Own Title')
  await captureStaffPage(page, 'settings-meanwhile')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await page.getByRole('button', { name: 'Save the change' }).click()
  await expect(findToast(page, 'The settings are changed.')).toBeVisible()
  expect((await readSettings(admin, year)).settings).toMatchObject({ title: 'My Own Title', charge: 750 })

  await page.getByRole('button', { name: 'Prepare another year' }).click()
  await captureStaffPage(page, 'settings-prepare')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Reasons and replies' }).click()
  await expect(page.getByRole('heading', { name: 'Reasons and replies', level: 1 })).toBeFocused()
  await captureStaffPage(page, 'reasons')
  await page.getByRole('button', { name: 'Edit Your photograph does not show your face clearly.' }).click()
  const text = page.getByRole('dialog', { name: 'Edit the text' })
  await text.getByLabel('Sentence').fill('Your photograph must show your face.')
  await text.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'Saved. What was recorded before keeps its words.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Your photograph must show your face.' }).click()
  await expect(text.getByRole('row', { name: /^0 .*As it came with the program/ })).toBeVisible()
  await captureStaffPage(page, 'reasons-edit')
})
