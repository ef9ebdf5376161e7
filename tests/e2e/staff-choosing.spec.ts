// Applications are chosen in their list with tick-boxes and keys, and something is done with exactly these.
import { randomUUID } from 'node:crypto'
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { createSchool } from '#tests/support/browser/review-cases.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { addApplications } from '#tests/support/fixtures/many-applications.ts'

/** In upper case: the beginning of numbers that no other journey has. */
const createPrefix = () => randomUUID().slice(0, 8).toUpperCase()

const getAddress = (school: string, more: object = {}) =>
  `/staff/applications?${new URLSearchParams({ school, sort: 'name', ...more })}`

test('rows are chosen on several pages and by keys, kept while one is opened, and assigned', async ({
  page,
  product,
}) => {
  const school = createSchool()
  const added = await addApplications(product, { count: 60, prefix: createPrefix(), school })
  await createStaff(product, [{ role: 'reviewer', school }], { name: 'Bola Chosen' })
  await useStaffSession(page, product.url, await createStaff(product, ['chair']))
  await page.goto(getAddress(school))
  const bar = page.getByRole('region', { name: 'Chosen applications' })
  const status = bar.getByRole('status')
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') })
  await expect(rows).toHaveCount(50)
  await expect(status).toBeEmpty()

  // Range by mouse, and by keys.
  await rows.nth(0).getByRole('checkbox').check()
  await rows
    .nth(3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(status).toHaveText('4 applications chosen.')
  await rows.nth(1).getByRole('checkbox').uncheck()
  await expect(status).toHaveText('3 applications chosen.')
  await expect(bar.getByRole('checkbox', { name: 'Choose all 50 on this page' })).toBeChecked({ indeterminate: true })
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('Choose the row, or take it out')).toBeVisible()
  await page.keyboard.press('Escape')
  for (const key of ['j', 'j', 'x']) await page.keyboard.press(key)
  await expect(rows.nth(1).getByRole('checkbox')).toBeChecked()
  for (const key of ['j', 'j', 'j', 'Shift+X']) await page.keyboard.press(key)
  await expect(status).toHaveText('5 applications chosen.')
  await captureStaffPage(page, 'applications-chosen')

  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(rows).toHaveCount(10)
  await rows.nth(9).getByRole('checkbox').check()
  await expect(status).toHaveText('6 applications chosen, 5 of them not on this page.')
  await rows.nth(9).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sule')
  await page.goBack()
  await expect(status).toHaveText('6 applications chosen, 5 of them not on this page.')

  await bar.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign to reviewers' })
  await expect(dialog.getByText(/^6 applications are chosen\./)).toBeVisible()
  await captureStaffPage(page, 'applications-assign')
  await dialog.getByRole('checkbox', { name: /^Bola Chosen/ }).check()
  await dialog.getByRole('button', { name: 'Assign' }).click()
  const result = dialog.getByText('6 assigned. Bola Chosen: 6.')
  await expect(result).toBeVisible()
  const close = dialog.getByRole('button', { name: 'Close' })
  const { y = 0, height = 0 } = (await result.boundingBox()) ?? {}
  expect((await close.boundingBox())?.y, 'room between what became of it and the button').toBeGreaterThan(
    y + height + 8,
  )
  await close.click()
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await expect(status).toBeEmpty()
  const { rows: assigned } = await product.database.pool.query(
    `select number from applications join application_statuses on application_id = id
    where assigned_to is not null and number = any($1)`,
    [added.map(({ number }) => number)],
  )
  expect(assigned).toHaveLength(6)
})
