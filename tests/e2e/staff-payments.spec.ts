// The bursar's day: an RRR that somebody says was paid is found and asked about, and the ledger balances.
import { createRrr } from '#tests/support/api/payments.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { payAtBank } from '#tests/support/simulators/simulator-controls.ts'

const inGroups = (rrr: string) => rrr.replace(/(\d{4})(?=\d)/g, '$1 ')

test('the bursar filters payments, asks Remita about one, sees it paid, and the ledger balances', async ({
  page,
  product,
}) => {
  test.setTimeout(120_000)
  const applicant = await createApplicant(product)
  const rrr = await createRrr(product, applicant)
  const bursar = await createStaff(product, ['bursar'], { name: 'Yetunde Alao' })
  // Within seconds after it was asked, also for the RRR itself, Remita is not asked again.
  const askUntil = (answer: string) =>
    expect(async () => {
      await page.getByRole('button', { name: 'Ask Remita now' }).click()
      await expect(page.getByText(answer)).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 60_000 })

  await test.step('the list shows it as not paid yet', async () => {
    await useStaffSession(page, product.url, bursar)
    await page.goto('/staff/payments')
    await page.getByRole('button', { name: 'Filters' }).click()
    const filters = page.getByRole('form', { name: 'Filters' })
    await filters.getByText('State', { exact: true }).first().waitFor()
    await filters.locator('summary[aria-label^="State"]').click()
    await filters.getByLabel('Not paid yet').check()
    await captureStaffPage(page, 'payments-filters')
    await filters.getByRole('button', { name: 'Apply filters' }).click()
    await expect(page.getByRole('button', { name: 'Remove the filter State: Not paid yet' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Find' }).fill(inGroups(rrr))
    await page.getByRole('button', { name: 'Find' }).click()
    await expect(page.getByRole('row').filter({ hasText: inGroups(rrr) })).toHaveCount(1)
    await captureStaffPage(page, 'payments')
    await expectAccessible(page)
  })

  await test.step('Remita is asked, and has received nothing', async () => {
    await page.getByRole('link', { name: inGroups(rrr) }).click()
    await expect(page.getByRole('heading', { name: `RRR ${inGroups(rrr)}` })).toBeFocused()
    await askUntil('Remita has received nothing for this RRR yet.')
    await captureStaffPage(page, 'payment-unpaid')
  })

  await test.step('the applicant pays, and Remita confirms it', async () => {
    await payAtBank(product, rrr)
    await askUntil('Remita confirms the payment.')
    await expect(page.getByText(/^Paid: ₦/)).toBeVisible()
    await captureStaffPage(page, 'payment')
    await expectAccessible(page)
  })

  await test.step('it is in the ledger, which balances, and in the revenue of its day', async () => {
    await page.getByRole('link', { name: 'Ledger' }).first().click()
    await expect(page.getByRole('rowheader', { name: 'Debits equal credits' })).toBeVisible()
    const [debit, credit] = await page
      .getByRole('row', { name: 'Debits equal credits' })
      .getByRole('cell')
      .allTextContents()
    expect(debit).toMatch(/^₦[\d,]+\.\d\d$/)
    expect(credit).toBe(debit)
    await captureStaffPage(page, 'ledger')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Revenue' }).last().click()
    await expect(page.getByRole('table', { name: 'Received by day' })).toBeVisible()
    await captureStaffPage(page, 'revenue')
    await expectAccessible(page)
  })
})
