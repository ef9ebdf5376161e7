// Staff read a complaint, answer it by email, and learn when somebody else was quicker.
import { randomUUID } from 'node:crypto'
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'

type Product = Parameters<typeof createStaff>[0]

async function complain(product: Product, sender: object): Promise<string> {
  const complain = 'I have paid, but the portal still asks me to pay.\n\nWhat must I do?'
  const { body } = await product.call('POST', '/contact/create', { body: { complain, ...sender } })
  return body.data.number
}

test('a complaint is found among those of its sender, taken and answered by email; a second answer is not sent', async ({
  page,
  product,
  expectFailure,
}) => {
  const email = `again-${randomUUID().slice(0, 8)}@example.org`
  const fullname = 'Writes Again'
  const first = await complain(product, { fullname, email })
  const second = await complain(product, { fullname, email: email.toUpperCase() })
  await useStaffSession(page, product.url, await createStaff(product, ['helpdesk'], { name: 'Zainab Lawal' }))
  await page.goto(`/staff/complaints?q=${email}`)
  await expect(page.getByRole('link', { name: first })).toHaveCount(0)
  await captureStaffPage(page, 'complaints')
  await page.getByRole('link', { name: '2 open complaints' }).click()
  await page.getByRole('link', { name: first }).click()
  await expect(page.getByRole('heading', { name: `Complaint ${first}` })).toBeFocused()
  const others = page.getByRole('region', { name: 'Other complaints of this sender' })
  await expect(others.getByRole('link', { name: second })).toBeVisible()

  await page.getByRole('button', { name: 'Assign to me' }).click()
  await expect(page.getByRole('button', { name: 'Give back' })).toBeVisible()
  await page.getByRole('tab', { name: 'Internal note' }).click()
  await page.getByLabel('Your note').fill('The RRR is paid; the settlement is late.')
  await page.getByRole('button', { name: 'Keep the note' }).click()
  await expect(page.getByText('Internal note from Zainab Lawal')).toBeVisible()
  await page.getByRole('tab', { name: 'Answer by email' }).click()
  await page.getByLabel(/^Add a prepared reply/).selectOption('A payment at a bank is not visible yet')
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('Answer by email from Zainab Lawal')).toBeVisible()
  await expect(page.getByLabel('Your answer')).toHaveValue('')
  await captureStaffPage(page, 'complaint')

  await page.getByLabel('Your answer').fill('My second answer.')
  const quicker = await createStaff(product, ['helpdesk'])
  const body = { direction: 'out', body: 'The quicker answer.' }
  expect((await quicker.call('POST', `/staff/complaints/${first}/messages`, { body })).status).toBe(201)
  expectFailure({ status: 409, url: /messages/ })
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('Somebody answered meanwhile')).toBeVisible()
  await expect(page.getByText('The quicker answer.')).toBeVisible()
  await expect(page.getByLabel('Your answer')).toHaveValue('My second answer.')
  await captureStaffPage(page, 'complaint-meanwhile')

  expectFailure({ status: 404, url: /complaints/ })
  await page.goto('/staff/complaints/C-1999-00001')
  await expect(page.getByText('There is no such complaint, or not within your roles.')).toBeVisible()
  await captureStaffPage(page, 'complaint-missing')
})
