// Staff sign in with a password and a code, and accept an invitation.
import type { Page } from '@playwright/test'
import { getTotpCode } from '#server/features/staff/sign-in/totp.ts'
import { createStaff, getCode, getWrongCode, staffPassword } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { captureStaffPage } from '#tests/support/browser/staff-pages.ts'
import { waitForMail } from '#tests/support/simulators/simulator-controls.ts'

async function enterPassword(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function enterCode(page: Page, code: string) {
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a staff member signs in with password and code, comes back to the page that was asked for, and signs out', async ({
  page,
  product,
  expectFailure,
}) => {
  const { email } = await createStaff(product, ['registry'], { name: 'Bisi Ajayi' })
  expectFailure({ status: 401, url: /\/api\/v1\/staff\// })
  await page.goto('/staff/me')
  await expect(page).toHaveURL('/staff/login')
  await captureStaffPage(page, 'sign-in')
  await enterPassword(page, email, 'not the password at all')
  await expect(page.getByRole('alert')).toHaveText('Email address or password is incorrect.')
  await enterPassword(page, email, staffPassword)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeFocused()
  await captureStaffPage(page, 'code')
  await enterCode(page, getWrongCode(product))
  await expect(page.getByRole('alert')).toHaveText(
    'This code is not correct, or it was used before. Enter the next one.',
  )
  await enterCode(page, getCode(product))
  await expect(page).toHaveURL('/staff/me')
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  await captureStaffPage(page, 'my-account')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/staff/login')
  await page.goto('/staff/me')
  await expect(page).toHaveURL('/staff/login')
})

test('an invited person sets a password and an authenticator app, and then signs in', async ({
  page,
  product,
  expectFailure,
}) => {
  const admin = await createStaff(product, ['admin'], { isFresh: true })
  const email = `invited-${Date.now()}@example.org`
  await admin.call('POST', '/staff/invitations', {
    body: { email, name: 'Sola Ige', roles: [{ role: 'helpdesk' }] },
  })
  const { text } = await waitForMail(product, email, /staff/i)
  const link = /https?:\S+\/staff\/invitation\?code=[\w-]+/.exec(text)?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Welcome, Sola Ige' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await captureStaffPage(page, 'invitation')
  const secret = (await page.locator('code').first().innerText()).replaceAll(' ', '')
  expectFailure({ status: 400, url: /invitations\/accept/ })
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Code').fill(getTotpCode(secret, new Date()))
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('The password needs at least 15 characters.')).toBeVisible()
  const password = 'Seventeen quiet herons'
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  await captureStaffPage(page, 'recovery-codes')
  const recoveryCode = await page.getByRole('listitem').first().innerText()
  expectFailure({ status: 401, url: /\/api\/v1\/staff\// })
  await page.getByRole('link', { name: 'I have kept them: sign in' }).click()
  await enterPassword(page, email, password)
  await enterCode(page, recoveryCode)
  await expect(page.getByRole('heading', { name: 'Welcome, Sola Ige' })).toBeVisible()
  await captureStaffPage(page, 'home')
})
