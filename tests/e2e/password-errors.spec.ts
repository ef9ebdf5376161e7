// Changing a password: every refusal, and where each success leads.
import { eq } from 'drizzle-orm'
import { payments } from '#server/platform/database/schema/schema.ts'
import { type Breakage, badGateway } from '#tests/support/browser/gateway.ts'
import { test } from '#tests/support/browser/gateway-journey.ts'
import { expect } from '#tests/support/browser/journey.ts'
import { comeBack, kept, toastOf } from '#tests/support/browser/pages.ts'
import { aNewApplicant, anApplicant, aPaidApplicant, aReadyApplicant } from '#tests/support/fixtures/accounts.ts'
import { holdClock, stopClock } from '#tests/support/fixtures/stopped-clock.ts'

const newPassword = 'four calm rivers'
const failures: [Breakage, string, string][] = [
  [{ status: 200, body: { status: 'error' } }, 'Failed to update. Please try again.', 'An error occurred.'],
  [{ status: 200, body: { status: 'error', message: 'Not on a Sunday.' } }, 'Not on a Sunday.', 'Not on a Sunday.'],
  [badGateway, 'An unexpected error occurred.', 'An error occurred.'],
  [{ status: 500, body: { message: 'The registry moves.' } }, 'The registry moves.', 'The registry moves.'],
  ['hangs up', 'An error occurred. Please try again.', 'An error occurred.'],
]

test('the first password: what differs or is short is not sent, each failure is told, and success leads to the NIN at once', async ({
  page,
  product,
  gateway,
}) => {
  await comeBack(page, await aNewApplicant(product))
  const { token: before } = await kept(page)
  await page.goto('/auth/update-password')
  const [password, confirmed] = [page.getByLabel('Password', { exact: true }), page.getByLabel('Confirm Password')]
  const button = page.getByRole('button', { name: 'Update Password' })
  for (const box of [password, confirmed]) {
    const name = (await box.getAttribute('name')) ?? ''
    const field = page.locator('div', { has: page.locator(`input[name=${name}]`) }).last()
    await field.getByRole('button', { name: 'Show password' }).click()
    await expect(box).toHaveAttribute('type', 'text')
    await field.getByRole('button', { name: 'Hide password' }).click()
    await expect(box).toHaveAttribute('type', 'password')
  }

  await password.fill('1234567')
  await confirmed.fill('1234568')
  await button.click()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await confirmed.fill('1234567')
  await button.click()
  await expect(page.getByText('Password must be at least 8 characters long.')).toBeVisible()
  expect(gateway.passed.filter(({ call }) => call.startsWith('PATCH'))).toEqual([])

  await password.fill(newPassword)
  await confirmed.fill(newPassword)
  const line = page.getByRole('main').getByRole('alert')
  for (const [breakage, toast, inline] of failures) {
    gateway.breaks('PATCH /users/update-password', breakage)
    await button.click()
    await expect(toastOf(page, toast)).toBeVisible()
    await expect(line).toHaveText(inline)
  }

  gateway.mends()
  await button.click()
  await expect(toastOf(page, 'Your password has been changed.')).toBeVisible()
  await expect(page).toHaveURL('/auth/verify-nin', { timeout: 2500 })
  const { token, user = '' } = await kept(page)
  expect(token).not.toBe(before)
  expect(JSON.parse(user)).toMatchObject({ passChange: false })
})

test('the fuller variant asks for a user ID, a valid email and eight characters, and tells each failure', async ({
  page,
  product,
  gateway,
  expectFailure,
}) => {
  const { userId, email } = await anApplicant(product)
  await page.goto('/auth/update-password?code=a-code-of-no-mail')
  const button = page.getByRole('button', { name: 'Update Password' })
  await page.getByLabel('Email').fill('amina@nowhere')
  await page.getByLabel('Password', { exact: true }).fill('1234567')
  await page.getByLabel('Confirm Password').fill('1234567')
  await button.click()
  for (const words of ['User ID is required.', 'Enter a valid email.', 'Password must be at least 8 characters long.'])
    await expect(page.getByText(words)).toBeVisible()
  await page.getByLabel('Confirm Password').fill('12345678')
  await button.click()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  expect(gateway.passed.filter(({ call }) => call.startsWith('PATCH'))).toEqual([])

  await page.getByLabel('User ID').fill(userId)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm Password').fill(newPassword)
  const line = page.getByRole('main').getByRole('alert')
  for (const [breakage, toast, inline] of failures) {
    gateway.breaks('PATCH /users/update-password-user', breakage)
    await button.click()
    await expect(toastOf(page, toast)).toBeVisible()
    await expect(line).toHaveText(inline)
  }
  gateway.mends()
  expectFailure({ status: 403, url: /\/users\/update-password-user$/ })
  await button.click()
  await expect(line).toHaveText('This link has expired or has been used. Ask for a new one with Forgot password.')
})

for (const [who, applicant, address] of [
  ['who has paid goes to the dashboard', aPaidApplicant, '/app/dashboard'],
  ['who has a verified NIN and owes the fee goes to the payment', aReadyApplicant, '/auth/payment'],
] as const) {
  test(`after another password ${who}, three seconds later`, async ({ page, product }) => {
    const { id, userId, password } = await applicant(product)
    if (address === '/auth/payment') await product.database.db.delete(payments).where(eq(payments.accountId, id))
    await holdClock(page)
    await comeBack(page, { userId, password })
    await page.goto('/auth/update-password')
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('Password', { exact: true }).fill(newPassword)
    await page.getByLabel('Confirm Password').fill(newPassword)
    await stopClock(page)
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(toastOf(page, 'Your password has been changed.')).toBeVisible()
    await page.clock.runFor(2900)
    await expect(page).toHaveURL('/auth/update-password')
    await page.clock.runFor(200)
    await expect(page).toHaveURL(address)
  })
}
