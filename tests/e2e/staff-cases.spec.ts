// An applicant pays twice: one bursar proposes the refund, the other approves it, and accounts have paid it out.
import { createRrr } from '#tests/support/api/payments.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import type { ProductWithDatabase } from '#tests/support/browser/product-with-database.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { payAtBank } from '#tests/support/simulators/simulator-controls.ts'

/** Somebody pays an RRR, and then the one that it had replaced. */
async function payTwiceAtBank(product: ProductWithDatabase): Promise<string> {
  const applicant = await createApplicant(product)
  const first = await createRrr(product, applicant)
  const second = await createRrr(product, applicant, { regenerate: true })
  const isPaid = async () => (await product.call('GET', '/users/me', applicant)).body.data.paymentStatus
  await payAtBank(product, second)
  await expect.poll(isPaid, { timeout: 30_000 }).toBe(true)
  await payAtBank(product, first)
  return first
}

const inGroups = (rrr: string) => rrr.replace(/(\d{4})(?=\d)/g, '$1 ')

test('a double payment is a case: asked about, proposed as a refund, approved by the other bursar, paid out', async ({
  page,
  product,
  openBrowser,
}) => {
  test.setTimeout(120_000)
  const rrr = await payTwiceAtBank(product)
  const yetunde = await createStaff(product, ['bursar'], { name: 'Yetunde Alao', isFresh: true })
  const peter = await createStaff(product, ['bursar'], { name: 'Peter Ekong', isFresh: true })
  const list = async () => (await yetunde.call('GET', `/staff/cases?q=${rrr}`)).body.data.rows
  await expect.poll(async () => (await list()).length, { timeout: 30_000 }).toBe(1)

  await test.step('the bursar finds the case, asks Remita and proposes the refund', async () => {
    await useStaffSession(page, product.url, yetunde)
    await page.goto(`/staff/cases?q=${rrr}`)
    await captureStaffPage(page, 'cases')
    await page.getByRole('link', { name: 'Paid twice' }).click()
    await expect(page.getByRole('heading', { name: `Paid twice: ${inGroups(rrr)}` })).toBeFocused()
    await page.getByRole('button', { name: 'Ask Remita' }).click()
    await expect(findToast(page, 'Remita is being asked. Its answer appears here.')).toBeVisible()
    await expect(page.getByText('Remita is being asked. Its answer appears here.', { exact: true })).toHaveCount(0, {
      timeout: 30_000,
    })
    await captureStaffPage(page, 'case')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Propose a refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Propose a refund' })
    await dialog.getByLabel('Why').fill('The applicant paid the RRR that the second one had replaced.')
    await captureStaffPage(page, 'case-refund')
    await dialog.getByRole('button', { name: 'Propose a refund' }).click()
    await expect(page.getByText('You have proposed this, so another person must approve it.')).toBeVisible()
  })

  const other = await openBrowser()
  await test.step('the other bursar approves it from Home', async () => {
    await useStaffSession(other, product.url, peter)
    await other.goto('/staff/')
    await captureStaffPage(other, 'home-bursar')
    await other.getByRole('link', { name: /Refunds and write-offs for your approval/ }).click()
    await other
      .getByRole('row')
      .filter({ hasText: inGroups(rrr) })
      .getByRole('link')
      .first()
      .click()
    await other.getByRole('button', { name: 'Approve the refund' }).click()
    const dialog = other.getByRole('dialog', { name: 'Approve the refund' })
    await expect(dialog.getByText('₦12,500.00')).toBeVisible()
    await captureStaffPage(other, 'case-approve')
    await dialog.getByRole('button', { name: 'Approve the refund' }).click()
    await expect(other.getByText('Refund approved', { exact: true }).first()).toBeVisible()
  })

  await test.step('it is recorded as paid out, and stands in the list for accounts', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Record as paid out' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record as paid out' })
    await dialog.getByLabel('Paid out on').fill(new Date(Date.now() + 3_600_000).toISOString().slice(0, 10))
    await dialog.getByLabel('Reference').fill('PV/2026/118')
    await captureStaffPage(page, 'case-paid-out')
    await dialog.getByRole('button', { name: 'Record as paid out' }).click()
    await expect(page.getByText('Refunded', { exact: true })).toBeVisible()
    await captureStaffPage(page, 'case-refunded')
    await page.goto(`/staff/refunds?q=${rrr}`)
    await expect(page.getByRole('cell', { name: 'PV/2026/118' })).toBeVisible()
    await captureStaffPage(page, 'refunds')
  })
})
