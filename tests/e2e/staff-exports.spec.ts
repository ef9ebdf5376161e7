// The registry exports what the list of applicants shows, and finds the file in the register of exports.
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { createStaff, getCode } from '#tests/support/api/staff.ts'
import { prepareExercise } from '#tests/support/browser/exercises.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { createUnusedAccount } from '#tests/support/fixtures/applicants.ts'

test('a list is exported with its filter, after a reason and a code, and the register has the file', async ({
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
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export applicants' })
  await expect(dialog.getByText('Gender: Female')).toBeVisible()
  await expect(dialog.getByText('This file holds personal data')).toBeVisible()
  await captureStaffPage(page, 'export-dialog')
  await dialog.getByLabel('Format').selectOption('csv')
  await dialog.getByLabel('Email').check()
  await dialog.getByLabel('Reason').fill('short')
  expectFailure({ status: 400, url: /staff\/exports/ })
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog.getByText('Say why, in at least 10 characters.')).toBeVisible()

  await dialog.getByLabel('Reason').fill('The panel asks for a list of the women among the applicants')
  expectFailure({ status: 403, url: /staff\/exports/ })
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
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
  await captureStaffPage(page, 'exports')
})

test('the dialog and the register are used by keys alone', async ({ page, product }) => {
  const { id: exerciseId } = await prepareExercise(product)
  await createUnusedAccount(product, { exerciseId })
  const registry = await createStaff(product, [{ role: 'registry', exerciseId }], { isFresh: true })
  await useStaffSession(page, product.url, registry)
  await page.goto('/staff/applicants')
  await page.getByRole('button', { name: 'Export' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Export applicants' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.type('For the meeting of the panel')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/staff\/exports$/)
})

test('an export that failed says why, one that runs can be cancelled, and a register that cannot be loaded is tried again', async ({
  page,
  product,
  expectFailure,
}) => {
  const { id: exerciseId } = await prepareExercise(product)
  const registry = await createStaff(product, [{ role: 'registry', exerciseId }])
  await useStaffSession(page, product.url, registry)
  const insert = (state: string, failure: string | null, done: number) =>
    product.database.db.execute(sql`
      insert into exports (exercise_id, kind, filter, columns, format, is_personal, reason, state, failure, done, total, made_by)
      values (${exerciseId}, 'applicants', '{"state": "osun"}', '{stage}', 'xlsx', false, 'For the report of the year',
        ${state}, ${failure}, ${done}, 30000, ${registry.id})`)
  await insert('failed', 'too_large', 0)
  await insert('making', null, 12_000)
  await page.goto('/staff/exports')
  await expect(page.getByText('The file would be larger than 2 GB.')).toBeVisible()
  await expect(page.getByText('12,000 of 30,000')).toBeVisible()
  await captureStaffPage(page, 'exports-running')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()

  const calls = /api\/v1\/staff\/exports$/
  expectFailure({ status: 503, url: calls })
  await page.route(calls, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto('/staff/exports')
  await expect(page.getByText('The exports could not be loaded')).toBeVisible()
  await captureStaffPage(page, 'exports-error')
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The file would be larger than 2 GB.')).toBeVisible()
})

test('chosen applicants are exported: by keys and tick-boxes, and the register says how many', async ({
  page,
  product,
  openBrowser,
}) => {
  const { id: exerciseId } = await prepareExercise(product)
  for (const surname of ['Aba', 'Bello', 'Chike', 'Dankwa', 'Eze'])
    await createUnusedAccount(product, { exerciseId, surname })
  await useStaffSession(
    page,
    product.url,
    await createStaff(product, [{ role: 'chair', exerciseId }], { isFresh: true }),
  )
  await page.goto('/staff/applicants?sort=name')
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') })
  await expect(rows).toHaveCount(5)
  const bar = page.getByRole('region', { name: 'Chosen applicants' })
  for (const key of ['j', 'j', 'x']) await page.keyboard.press(key)
  await rows.nth(3).getByRole('checkbox').check()
  await expect(bar.getByRole('status')).toHaveText('2 applicants chosen.')
  // Who may not write to applicants exports them all the same.
  await expect(bar.getByRole('button', { name: 'Remind', exact: true })).toBeHidden()

  const dialog = page.getByRole('dialog', { name: 'Export applicants' })
  const register = page.getByRole('table')
  async function exportChosen() {
    await dialog.getByLabel('Format').selectOption('csv')
    await dialog.getByLabel('Reason').fill('For the meeting of the panel')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const link = page.getByRole('link', { name: /^Download/ })
    await expect(link).toBeVisible({ timeout: 30_000 })
    const file = page.waitForEvent('download')
    await link.click()
    const [, ...lines] = readFileSync(await (await file).path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    return lines.map((line) => line.slice(1, line.indexOf(' ')))
  }
  await bar.getByRole('button', { name: 'Export the chosen' }).press('Enter')
  await expect(dialog.getByText('The 2 that are chosen.')).toBeVisible()
  await captureStaffPage(page, 'applicants-chosen-export')
  expect((await exportChosen()).sort()).toEqual(['Bello', 'Dankwa'])
  await expect(register.getByText('2 chosen applicants', { exact: true })).toBeVisible()
  await captureStaffPage(page, 'exports-chosen')

  const auditor = await openBrowser()
  await useStaffSession(auditor, product.url, await createStaff(product, [{ role: 'auditor', exerciseId }]))
  await auditor.goto('/staff/applicants')
  await expect(auditor.getByRole('row')).toHaveCount(6)
  await expect(auditor.getByRole('checkbox')).toHaveCount(0)
})
