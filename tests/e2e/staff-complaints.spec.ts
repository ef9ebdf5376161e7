// Staff read a complaint, answer it by email, and learn when somebody else was quicker.
import { randomUUID } from 'node:crypto'
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'

type Product = Parameters<typeof createStaff>[0]

async function complain(product: Product, sender: object): Promise<string> {
  const complain = 'I have paid, but the portal still asks me to pay.\n\nWhat must I do?'
  const { body } = await product.call('POST', '/contact/create', { body: { complain, ...sender } })
  return body.data.number
}

test('a complaint is found, taken, answered by email and closed', async ({ page, product }) => {
  const helpdesk = await createStaff(product, ['helpdesk'], { name: 'Zainab Lawal' })
  const number = await complain(product, { userId: 'RE24-00005' })
  await useStaffSession(page, product.url, helpdesk)
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Complaints', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Complaints' })).toBeVisible()
  await page.getByLabel('Find').fill(number)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 complaint', { exact: true })).toBeVisible()
  await captureStaffPage(page, 'complaints')
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: `Complaint ${number}` })).toBeFocused()
  await expect(page.getByRole('link', { name: 'RE24-00005' })).toHaveAttribute('href', '/staff/applicants/RE24-00005')

  await page.getByRole('button', { name: 'Assign to me' }).click()
  await expect(page.getByRole('button', { name: 'Give back' })).toBeVisible()
  await page.getByLabel('Category').selectOption('Payment')
  await page.getByRole('button', { name: 'Set category' }).click()
  await expect(findToast(page, 'The category is set.')).toBeVisible()

  await page.getByRole('tab', { name: 'Internal note' }).click()
  await page.getByLabel('Your note').fill('The RRR is paid; the settlement is late.')
  await page.getByRole('button', { name: 'Keep the note' }).click()
  await expect(page.getByText('Internal note from Zainab Lawal')).toBeVisible()
  await page.getByRole('tab', { name: 'Answer by email' }).click()
  await page.getByLabel('Your answer').fill('Your payment has arrived.\n\nPlease log in again.')
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('Answer by email from Zainab Lawal')).toBeVisible()
  await expect(page.getByLabel('Your answer')).toHaveValue('')
  await captureStaffPage(page, 'complaint')

  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Open again' })).toBeVisible()
  await page.goto(`/staff/complaints?assigned=me&state=closed&category=payment&sort=received`)
  await expect(page.getByRole('link', { name: number })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove the filter Assigned to: Me' })).toBeVisible()
})

test('an answer to a complaint that somebody answered meanwhile is not sent, and its text is kept', async ({
  page,
  product,
  expectFailure,
}) => {
  const number = await complain(product, { fullname: 'A Person', email: 'twice@example.org' })
  await useStaffSession(page, product.url, await createStaff(product, ['helpdesk']))
  await page.goto(`/staff/complaints/${number}`)
  await page.getByLabel('Your answer').fill('My own answer.')
  const quicker = await createStaff(product, ['helpdesk'], { name: 'Somebody Quicker' })
  const body = { direction: 'out', body: 'The quicker answer.' }
  expect((await quicker.call('POST', `/staff/complaints/${number}/messages`, { body })).status).toBe(201)
  expectFailure({ status: 409, url: /messages/ })
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('Somebody answered meanwhile')).toBeVisible()
  await expect(page.getByText('The quicker answer.')).toBeVisible()
  await expect(page.getByLabel('Your answer')).toHaveValue('My own answer.')
  await captureStaffPage(page, 'complaint-meanwhile')
})

test('a complaint without an address, one that does not exist, and an inbox that cannot be loaded say what to do', async ({
  page,
  product,
  expectFailure,
}) => {
  const number = await complain(product, { fullname: 'A Person' })
  await useStaffSession(page, product.url, await createStaff(product, ['helpdesk']))
  await page.goto(`/staff/complaints/${number}`)
  await expect(page.getByText('No address is known to which an answer could go.')).toBeVisible()

  expectFailure({ status: 404, url: /complaints/ })
  await page.goto('/staff/complaints/C-1999-00001')
  await expect(page.getByText('There is no such complaint, or not within your roles.')).toBeVisible()
  await captureStaffPage(page, 'complaint-missing')

  expectFailure({ status: 503, url: /complaints/ })
  await page.route(/api\/v1\/staff\/complaints\?/, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto('/staff/complaints?state=new')
  await expect(page.getByText('The complaints could not be loaded')).toBeVisible()
  await page.unroute(/api\/v1\/staff\/complaints\?/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Remove the filter State: New' })).toBeVisible()
})

test('a complaint without an account is given to a colleague, linked to its applicant and answered from a prepared reply', async ({
  page,
  product,
  expectFailure,
}) => {
  const number = await complain(product, { fullname: 'A Person' })
  await createStaff(product, ['registry'], { name: 'Bisi Ajayi' })
  await useStaffSession(page, product.url, await createStaff(product, ['helpdesk']))
  await page.goto(`/staff/complaints/${number}`)
  await page.getByLabel('Assigned to').selectOption('Bisi Ajayi')
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(findToast(page, 'The complaint is assigned to Bisi Ajayi.')).toBeVisible()

  expectFailure({ status: 400, url: /complaints/ })
  await page.getByLabel('User ID of the applicant').fill('RE24-99999')
  await page.getByRole('button', { name: 'Link the applicant' }).click()
  await expect(page.getByText('There is no applicant with this user ID.')).toBeVisible()
  await captureStaffPage(page, 'complaint-unlinked')
  await page.getByLabel('User ID of the applicant').fill('re24-00006')
  await page.getByRole('button', { name: 'Link the applicant' }).click()
  await expect(page.getByRole('link', { name: 'RE24-00006' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Link the applicant' })).toHaveCount(0)

  await page.getByLabel('Your answer').fill('Thank you for writing.')
  await page.getByLabel(/^Add a prepared reply/).selectOption('A payment at a bank is not visible yet')
  await expect(page.getByLabel('Your answer')).toHaveValue(/^Thank you for writing\.\n\nA payment at a bank branch/)
  await captureStaffPage(page, 'complaint-reply')
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(findToast(page, 'The answer is on its way.')).toBeVisible()
})

test('complaints of one sender are one row, which leads to all of them, and are named beside each other', async ({
  page,
  product,
}) => {
  const email = `again-${randomUUID().slice(0, 8)}@example.org`
  const fullname = 'Writes Again'
  const numbers: string[] = []
  for (const one of [email, email.toUpperCase(), email]) numbers.push(await complain(product, { fullname, email: one }))
  const [first = '', second = '', last = ''] = numbers
  await useStaffSession(page, product.url, await createStaff(product, ['helpdesk']))
  await page.goto(`/staff/complaints?q=${email}`)
  await expect(page.getByRole('link', { name: last })).toBeVisible()
  for (const number of [first, second]) await expect(page.getByRole('link', { name: number })).toHaveCount(0)
  await captureStaffPage(page, 'complaints-grouped')
  await page.getByRole('link', { name: '3 open complaints' }).click()
  await expect(page).toHaveURL(/sender=C-/)
  for (const number of numbers) await expect(page.getByRole('link', { name: number })).toBeVisible()
  await captureStaffPage(page, 'complaints-of-sender')

  await page.getByRole('link', { name: second }).click()
  const others = page.getByRole('region', { name: 'Other complaints of this sender' })
  await expect(others.getByRole('listitem')).toHaveCount(2)
  await captureStaffPage(page, 'complaint-others')
  await others.getByRole('link', { name: first }).click()
  await expect(page.getByRole('heading', { name: `Complaint ${first}` })).toBeVisible()
  await expect(others.getByRole('link', { name: last })).toBeVisible()
})
