// A settlement is checked, stored and compared; a day with a difference is closed by two bursars.
import { createRrr } from '#tests/support/api/payments.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import type { ProductWithDatabase } from '#tests/support/browser/product-with-database.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { payAtBank } from '#tests/support/simulators/simulator-controls.ts'

const day = '2024-02-05'

/** Paid at a branch on that day, which other journeys have nothing of. */
async function payThatDay(product: ProductWithDatabase): Promise<string> {
  const applicant = await createApplicant(product)
  const rrr = await createRrr(product, applicant)
  await payAtBank(product, rrr)
  const isPaid = async () => (await product.call('GET', '/users/me', applicant)).body.data.paymentStatus
  await expect.poll(isPaid, { timeout: 30_000 }).toBe(true)
  await product.database.pool.query(`update payments set paid_at = '${day}T11:00:00Z' where rrr = $1`, [rrr])
  return rrr
}

const inGroups = (rrr: string) => rrr.replace(/(\d{4})(?=\d)/g, '$1 ')

test('a settlement is checked, stored and compared line by line, and its day is closed by two', async ({
  page,
  product,
  openBrowser,
}) => {
  test.setTimeout(120_000)
  const [one, two] = [await payThatDay(product), await payThatDay(product)]
  const halima = await createStaff(product, ['bursar'], { name: 'Halima Sule' })
  const peter = await createStaff(product, ['bursar'], { name: 'Peter Ekong' })
  await useStaffSession(page, product.url, halima)

  await test.step('a wrong line is named before anything is stored', async () => {
    await page.goto('/staff/reconciliation')
    await page.getByRole('link', { name: 'Import a settlement' }).click()
    const choose = (lines: string[]) =>
      page.getByLabel('Settlement file').setInputFiles({
        name: 'settlement-february.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['RRR,Amount Paid,Payment Date,Channel', ...lines].join('\n')),
      })
    await choose([`${one},"₦12,500.00",05/02/2024,BRANCH`, `${two},"12,500.00",06/03/2024,BRANCH`])
    await page.getByLabel('First day of payment').fill(day)
    await page.getByLabel('Last day of payment').fill(day)
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByText(`is outside the days of this file, ${day} to ${day}`)).toBeVisible()
    await captureStaffPage(page, 'settlement-errors')
    await expectAccessible(page)
    await choose([`${one},"₦12,500.00",05/02/2024,BRANCH`, `${two},"12,500.50",05/02/2024,BRANCH`])
    await page.getByRole('button', { name: 'Check the file' }).click()
  })

  await test.step('what the file says is compared, and stored', async () => {
    await expect(page.getByRole('heading', { name: 'What the file says' })).toBeVisible()
    await captureStaffPage(page, 'settlement-checked')
    await page.getByRole('button', { name: 'Store 2 lines' }).click()
    await expect(findToast(page, '2 lines stored.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Settlement of 5 February 2024' })).toBeVisible()
    await captureStaffPage(page, 'settlement')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Differs' }).click()
    await expect(page.getByRole('row').filter({ hasText: inGroups(two) })).toContainText('₦12,500.50')
    await expect(page.getByText(inGroups(one))).toHaveCount(0)
    await captureStaffPage(page, 'settlement-lines')
  })

  await test.step('the first bursar closes the day with its difference', async () => {
    await page.goto('/staff/reconciliation')
    await captureStaffPage(page, 'reconciliation')
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Show all/ }).click()
    await page.getByRole('link', { name: '5 February 2024' }).click()
    await page.getByRole('button', { name: 'Close with these differences' }).click()
    await expect(page.getByText('You closed this day with differences. Another person approves it.')).toBeVisible()
    await captureStaffPage(page, 'reconciled-day')
    await expectAccessible(page)
  })

  await test.step('the other approves it', async () => {
    const other = await openBrowser()
    await useStaffSession(other, product.url, peter)
    await other.goto(`/staff/reconciliation/days/${day}`)
    await other.getByRole('button', { name: 'Approve with 1 difference' }).click()
    await expect(other.getByText('Closed', { exact: true })).toBeVisible()
  })
})
