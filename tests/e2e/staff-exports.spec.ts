// The registry exports what the list of applicants shows, and finds the file in the register of exports.
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { createStaff, getCode } from '#tests/support/api/staff.ts'
import { prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { createUnusedAccount } from '#tests/support/fixtures/applicants.ts'

test('a list is exported by keys, after a reason and a code, and its file downloaded; others failed or run', async ({
  page,
  product,
  expectFailure,
}) => {
  const { id: exerciseId } = await prepareExercise(product)
  for (const gender of ['f', 'f', 'm'] as const) await createUnusedAccount(product, { exerciseId, gender })
  const registry = await createStaff(product, [{ role: 'registry', exerciseId }], { name: 'Ngozi Registry' })
  await useStaffSession(page, product.url, registry)
  await page.goto('/staff/exports')
  await expect(page.getByText('Nothing has been exported yet.')).toBeVisible()
  await captureStaffPage(page, 'exports-none')

  await page.goto('/staff/applicants?gender=f')
  await page.getByRole('button', { name: 'Export' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Export applicants' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Gender: Female')).toBeVisible()
  await expect(dialog.getByText('This file holds personal data')).toBeVisible()
  await captureStaffPage(page, 'export-dialog')
  await dialog.getByLabel('Format').selectOption('csv')
  await dialog.getByLabel('Email').check()
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.type('For the meeting of the panel')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeFocused()
  expectFailure({ status: 403, url: /staff\/exports/ })
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Code').fill(getCode(product))
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(findToast(page, 'The file is being made.')).toBeVisible()
  await expect(page).toHaveURL(/\/staff\/exports$/)
  const download = page.getByRole('link', { name: /^Download/ })
  await expect(download).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('row', { name: /Gender: Female.*Ngozi Registry/ })).toBeVisible()

  const file = page.waitForEvent('download')
  await download.click()
  const saved = await file
  expect(saved.suggestedFilename()).toMatch(/^applicants-\d{4}-exported-.*\.csv$/)
  const [heading, ...lines] = readFileSync(await saved.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(heading).toContain('"Email"')
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toContain('@')
  await page.getByText('Details').click()
  await expect(page.getByText(/^SHA-256: [0-9a-f]{64}$/)).toBeVisible()
  const insert = (state: string, failure: string | null, done: number) =>
    product.database.db.execute(sql`
      insert into exports (exercise_id, kind, filter, columns, format, is_personal, reason, state, failure, done, total, made_by)
      values (${exerciseId}, 'applicants', '{"state": "osun"}', '{stage}', 'xlsx', false, 'For the report of the year',
        ${state}, ${failure}, ${done}, 30000, ${registry.id})`)
  await insert('failed', 'too_large', 0)
  await insert('making', null, 12_000)
  await page.reload()
  await expect(page.getByText('The file would be larger than 2 GB.')).toBeVisible()
  await expect(page.getByText('12,000 of 30,000')).toBeVisible()
  await page.getByText('Details').last().click()
  await captureStaffPage(page, 'exports')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()

  const calls = /api\/v1\/staff\/exports$/
  expectFailure({ status: 503, url: calls })
  await page.route(calls, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto('/staff/exports')
  await expect(page.getByText('The exports could not be loaded')).toBeVisible()
  await captureStaffPage(page, 'exports-error')
})
