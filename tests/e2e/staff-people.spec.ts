// Administrators invite others, change their roles with a second administrator, suspend them and end their sessions.
import { randomUUID } from 'node:crypto'
import { createStaff, startStaffTestSession } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'

test('an administrator invites somebody, and a second one approves the role that needs it', async ({
  page,
  product,
}) => {
  const email = `amina.bello-${randomUUID()}@example.org`
  const first = await createStaff(product, ['admin'], { name: 'Musa Danladi' })
  const second = await createStaff(product, ['admin'], { name: 'Zainab Lawal' })
  await useStaffSession(page, product.url, first)
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Staff', exact: true }).click()
  await page.getByRole('link', { name: 'Invite somebody' }).click()
  await expect(page.getByRole('heading', { name: 'Invite somebody' })).toBeFocused()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Name', { exact: true }).fill('Amina Bello')
  await page.getByLabel('Role', { exact: true }).selectOption('Reviewer')
  await page.getByLabel('School').selectOption('Technology')
  await page.getByRole('button', { name: 'Add another role' }).click()
  await page
    .getByRole('group', { name: 'Role 2' })
    .getByLabel('Role', { exact: true })
    .selectOption('Data protection officer')
  await expect(page.getByText('see a whole NIN')).toBeVisible()
  await captureStaffPage(page, 'people-invite')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText('A second administrator must approve the roles.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Amina Bello' })).toBeVisible()
  await expect(page.getByText('Reviewer, Technology')).toBeVisible()
  await expect(page.getByText('Another administrator must approve it.')).toBeVisible()
  const address = page.url()

  await page.context().clearCookies()
  await useStaffSession(page, product.url, second)
  await page.goto('/staff')
  await page.getByRole('link', { name: /^Wait for a second administrator/ }).click()
  await page.getByLabel('Find').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 staff member', { exact: true })).toBeVisible()
  await captureStaffPage(page, 'people')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(address)
  await captureStaffPage(page, 'person')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(findToast(page, 'The roles are approved.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Data protection officer' })).toBeVisible()
})

test('roles are changed, a session is ended, and a person is suspended and comes back', async ({ page, product }) => {
  const admin = await createStaff(product, ['admin'])
  const helper = await createStaff(product, ['helpdesk'], { name: 'Bisi Ajayi' })
  await useStaffSession(page, product.url, admin)
  await page.goto(`/staff/people/${helper.id}`)
  await page.getByRole('button', { name: 'Change the roles' }).click()
  await page.getByLabel('Role', { exact: true }).selectOption('Registry officer')
  await page.getByRole('button', { name: 'Save the roles' }).click()
  await expect(findToast(page, 'Bisi Ajayi has these roles from the next sign-in on.')).toBeVisible()
  await expect(page.getByText('Nowhere.')).toBeVisible()

  await startStaffTestSession(product, helper.id)
  await page.reload()
  await page.getByRole('button', { name: /^End the session/ }).click()
  await expect(page.getByText('Nowhere.')).toBeVisible()

  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Lift the suspension' }).click()
  await captureStaffPage(page, 'person-suspended')
  await page.getByRole('dialog').getByRole('button', { name: 'Lift the suspension' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
})

test('what the server refuses is said where it was asked, with the newest state', async ({
  page,
  product,
  expectFailure,
}) => {
  const admin = await createStaff(product, ['admin'], { name: 'Musa Danladi' })
  const other = await createStaff(product, ['admin'], { name: 'Zainab Lawal' })
  const helper = await createStaff(product, ['helpdesk'], { name: 'Bisi Ajayi' })
  await useStaffSession(page, product.url, admin)
  await page.goto(`/staff/people/${helper.id}`)
  await page.getByRole('button', { name: 'Change the roles' }).click()
  const body = { roles: [{ role: 'bursar' }], version: 1 }
  expect((await other.call('PATCH', `/staff/people/${helper.id}`, { body })).status).toBe(200)
  expectFailure({ status: 409, url: /people/ })
  await page.getByRole('button', { name: 'Save the roles' }).click()
  await expect(page.getByText('Somebody has changed this in the meantime. Check it and try again.')).toBeVisible()
  await expect(page.getByText('At present: Bursar')).toBeVisible()

  await page.goto(`/staff/people/${admin.id}`)
  await expect(page.getByText('This is your own account. Only another administrator can change it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Suspend' })).toHaveCount(0)

  expectFailure({ status: 404, url: /people/ })
  await page.goto(`/staff/people/${crypto.randomUUID()}`)
  await expect(page.getByText('There is no such staff member.')).toBeVisible()

  expectFailure({ status: 409, url: /invitations/ })
  await page.goto('/staff/people/new')
  await page.getByLabel('Email address').fill(helper.email)
  await page.getByLabel('Name', { exact: true }).fill('Bisi Ajayi')
  await page.getByLabel('Role', { exact: true }).selectOption('Helpdesk')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText('Somebody has an account with this email address already.')).toBeVisible()
  expectFailure({ status: 400, url: /invitations/ })
  await page.getByLabel('Email address').fill('nobody')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText('This is not an email address.')).toBeVisible()
})
