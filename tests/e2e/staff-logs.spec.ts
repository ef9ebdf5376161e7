// The lists of emails and of audit events.
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'

test('an email is found by its applicant and state, and sent again; filters are saved under a name', async ({
  page,
  product,
}) => {
  const helpdesk = await createStaff(product, ['helpdesk'])
  await product.call('POST', '/contact/create', { body: { complain: 'Where is my RRR?', userId: 'RE24-00005' } })
  const sent = '/staff/emails?q=RE24-00005&template=complaintReceived&state=sent'
  await expect.poll(async () => (await helpdesk.call('GET', sent)).body.data.count.value).toBeGreaterThanOrEqual(1)
  await useStaffSession(page, product.url, helpdesk)
  await page.goto(sent)
  await expect(page.getByRole('button', { name: 'Remove the filter Email: Complaint received' })).toBeVisible()
  await captureStaffPage(page, 'emails')
  await page.getByRole('button', { name: 'Send again: Complaint received to RE24-00005' }).first().click()
  await expect(findToast(page, '"Complaint received" is on its way to RE24-00005 again.')).toBeVisible()

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Save the current filters as').fill('Delivered')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved as Delivered.')).toBeVisible()
  await captureStaffPage(page, 'views')
  await page.goto('/staff/emails?q=nobody-has-this-name')
  await expect(page.getByText('Nothing fits this search.', { exact: false })).toBeVisible()
  await captureStaffPage(page, 'emails-empty')
})

test('an auditor finds who did what to whom', async ({ page, product }) => {
  const registry = await createStaff(product, ['registry'], { name: 'Bisi Ajayi' })
  expect((await registry.call('GET', '/staff/applicants/RE24-00005')).status).toBe(200)
  expect((await registry.call('GET', '/staff/applicants/RE24-00006')).status).toBe(200)
  const auditor = await createStaff(product, ['auditor'])
  await useStaffSession(page, product.url, auditor)
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Audit log', exact: true }).click()
  await expect(page.getByText(/^[\d,]+\+? events$/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter Kind: Changes' }).click()
  await page.keyboard.press('f')
  await page.getByLabel('Who').fill(registry.email)
  await page.getByLabel('Concerning').fill('RE24-00005')
  await page.getByLabel('What', { exact: true }).selectOption('Applicant viewed')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page.getByText('1 event', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'RE24-00005' })).toHaveAttribute('href', '/staff/applicants/RE24-00005')
  await captureStaffPage(page, 'audit')
})
