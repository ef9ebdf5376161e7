// The lists of emails and of audit events.
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'

test('an email is found by its applicant and state, and sent again', async ({ page, product, expectFailure }) => {
  const helpdesk = await createStaff(product, ['helpdesk'])
  const reset = () => helpdesk.call('POST', '/staff/applicants/RE24-00005/password-reset', { body: {} })
  await product.call('POST', '/contact/create', { body: { complain: 'Where is my RRR?', userId: 'RE24-00005' } })
  expect((await reset()).status).toBe(200)
  const sent = '/staff/emails?q=RE24-00005&state=sent'
  await expect.poll(async () => (await helpdesk.call('GET', sent)).body.data.count.value).toBeGreaterThanOrEqual(2)
  await useStaffSession(page, product.url, helpdesk)
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Emails', exact: true }).click()
  await page.getByLabel('Find').fill('RE24-00005')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Email', { exact: true }).selectOption('Complaint received')
  await page.getByRole('checkbox', { name: 'Sent', exact: true }).check()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page.getByRole('button', { name: 'Remove the filter Email: Complaint received' })).toBeVisible()
  await captureStaffPage(page, 'emails')
  await page.getByRole('button', { name: 'Send again: Complaint received to RE24-00005' }).first().click()
  await expect(findToast(page, '"Complaint received" is on its way to RE24-00005 again.')).toBeVisible()

  expectFailure({ status: 409, url: /resend/ })
  await page.goto('/staff/emails?person=RE24-00005&template=passwordReset')
  await page
    .getByRole('button', { name: /^Send again: Link for a new password/ })
    .first()
    .click()
  await expect(page.getByText('The link in this email works only once.', { exact: false })).toBeVisible()

  const { rows } = await product.database.pool.query<{ id: string }>(
    `update emails set state = 'withdrawn', sent_at = null
     where id = (select emails.id from emails join accounts on accounts.id = account_id
       where user_id = 'RE24-00005' and template = 'complaintReceived' and emails.state = 'sent' limit 1)
     returning id`,
  )
  expect(rows).toHaveLength(1)
  await page.goto('/staff/emails?person=RE24-00005&state=withdrawn')
  await expect(page.getByRole('cell', { name: 'Not sent, withdrawn' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send again/ })).toBeHidden()
  await captureStaffPage(page, 'emails-withdrawn')

  expectFailure({ status: 503, url: /staff\/emails/ })
  await page.route(/api\/v1\/staff\/emails/, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto('/staff/emails?q=nobody-has-this-name')
  await expect(page.getByText('The emails could not be loaded')).toBeVisible()
  await page.unroute(/api\/v1\/staff\/emails/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing fits this search.', { exact: false })).toBeVisible()
  await captureStaffPage(page, 'emails-empty')
})

test('an auditor finds who did what to whom and downloads it; an administrator sees the staff only', async ({
  page,
  product,
}) => {
  const registry = await createStaff(product, ['registry'], { name: 'Bisi Ajayi' })
  expect((await registry.call('GET', '/staff/applicants/RE24-00005')).status).toBe(200)
  expect((await registry.call('GET', '/staff/applicants/RE24-00006')).status).toBe(200)
  const auditor = await createStaff(product, ['auditor'])
  await useStaffSession(page, product.url, auditor)
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Audit log', exact: true }).click()
  await expect(page.getByText(/^[\d,]+\+? events$/)).toBeVisible()
  await page.keyboard.press('f')
  await page.getByLabel('Who').fill(registry.email)
  await page.getByLabel('Concerning').fill('RE24-00005')
  await page.getByLabel('What', { exact: true }).selectOption('Applicant viewed')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page.getByText('1 event', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'RE24-00005' })).toHaveAttribute('href', '/staff/applicants/RE24-00005')
  await captureStaffPage(page, 'audit')

  await page.context().clearCookies()
  await useStaffSession(page, product.url, await createStaff(product, ['admin']))
  await page.goto(`/staff/audit?person=${registry.id}`)
  await expect(page.getByText('You see what the staff did among themselves.', { exact: false })).toBeVisible()
  await expect(page.getByText('0 events', { exact: true })).toBeVisible()
})

test('filters that a person saves under a name are there on another device', async ({
  page,
  product,
  expectFailure,
}) => {
  const helpdesk = await createStaff(product, ['helpdesk'])
  await useStaffSession(page, product.url, helpdesk)
  await page.goto('/staff/emails?state=refused|failed&q=RE24-00001')
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(page.getByText('None yet. Choose filters')).toBeVisible()
  await page.getByLabel('Save the current filters as').fill('Not delivered')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved as Not delivered.')).toBeVisible()
  await captureStaffPage(page, 'views')

  await page.evaluate(() => localStorage.clear())
  await page.goto('/staff/emails')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Not delivered', exact: true }).click()
  await expect(page).toHaveURL(`/staff/emails?${new URLSearchParams({ state: 'refused|failed' })}`)
  await expect(page.getByRole('button', { name: 'Remove the filter State: Refused or Failed' })).toBeVisible()

  expectFailure({ status: 503, url: /staff\/views/ })
  await page.route(/api\/v1\/staff\/views/, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto('/staff/emails')
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(page.getByText('Your views could not be loaded')).toBeVisible()
  await page.unroute(/api\/v1\/staff\/views/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Delete the view Not delivered' }).click()
  await expect(page.getByText('None yet. Choose filters')).toBeVisible()
})
