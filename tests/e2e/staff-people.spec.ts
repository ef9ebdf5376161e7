// Administrators invite others, change their roles with a second administrator, suspend them and end their sessions.
import { randomUUID } from 'node:crypto'
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast } from '#tests/support/browser/pages.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'

test('an administrator invites somebody, and a second one approves the role that needs it', async ({
  page,
  product,
}) => {
  const email = `amina.bello-${randomUUID()}@example.org`
  const first = await createStaff(product, ['admin'], { isFresh: true, name: 'Musa Danladi' })
  const second = await createStaff(product, ['admin'], { isFresh: true, name: 'Zainab Lawal' })
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
  await page.getByRole('link', { name: /^Staff whose roles wait for a second administrator/ }).click()
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
