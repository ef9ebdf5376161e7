// Password changes: error messages, and the page that follows.
import { eq } from 'drizzle-orm'
import { payments } from '#server/database/schema/payments.ts'
import { expect } from '#tests/support/browser/journey.ts'
import { badGateway, type GatewayFault } from '#tests/support/browser/network/faulty-gateway.ts'
import { test } from '#tests/support/browser/network/gateway-journey.ts'
import { installClock, stopClock } from '#tests/support/browser/page-clock.ts'
import { findToast, readLocalStorage, restoreSession } from '#tests/support/browser/pages.ts'
import {
  createApplicant,
  createNewApplicant,
  createPaidApplicant,
  createReadyApplicant,
} from '#tests/support/fixtures/applicants.ts'

const newPassword = 'four calm rivers'
const failures: [GatewayFault, string, string][] = [
  [{ status: 200, body: { status: 'error' } }, 'Failed to update. Please try again.', 'An error occurred.'],
  [{ status: 200, body: { status: 'error', message: 'Not on a Sunday.' } }, 'Not on a Sunday.', 'Not on a Sunday.'],
  [badGateway, 'An unexpected error occurred.', 'An error occurred.'],
  [{ status: 500, body: { message: 'The registry moves.' } }, 'The registry moves.', 'The registry moves.'],
  ['hangs up', 'An error occurred. Please try again.', 'An error occurred.'],
]

test('first password: different or short passwords are not sent, each failure shows its message, and success leads to the NIN page at once', async ({
  page,
  product,
  gateway,
}) => {
  await restoreSession(page, await createNewApplicant(product))
  const { token: before } = await readLocalStorage(page)
  await page.goto('/auth/update-password')
  const [password, confirmation] = [page.getByLabel('Password', { exact: true }), page.getByLabel('Confirm Password')]
  const button = page.getByRole('button', { name: 'Update Password' })
  for (const input of [password, confirmation]) {
    const name = (await input.getAttribute('name')) ?? ''
    const field = page.locator('div', { has: page.locator(`input[name=${name}]`) }).last()
    await field.getByRole('button', { name: 'Show password' }).click()
    await expect(input).toHaveAttribute('type', 'text')
    await field.getByRole('button', { name: 'Hide password' }).click()
    await expect(input).toHaveAttribute('type', 'password')
  }

  await password.fill('1234567')
  await confirmation.fill('1234568')
  await button.click()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await confirmation.fill('1234567')
  await button.click()
  await expect(page.getByText('Password must be at least 8 characters long.')).toBeVisible()
  expect(gateway.receivedCalls.filter(({ call }) => call.startsWith('PATCH'))).toEqual([])

  await password.fill(newPassword)
  await confirmation.fill(newPassword)
  const inlineError = page.getByRole('main').getByRole('alert')
  for (const [fault, toast, inline] of failures) {
    gateway.failWith('PATCH /users/update-password', fault)
    await button.click()
    await expect(findToast(page, toast)).toBeVisible()
    await expect(inlineError).toHaveText(inline)
  }

  gateway.restore()
  await button.click()
  await expect(findToast(page, 'Your password has been changed.')).toBeVisible()
  await expect(page).toHaveURL('/auth/verify-nin', { timeout: 2500 })
  const { token, user = '' } = await readLocalStorage(page)
  expect(token).not.toBe(before)
  expect(JSON.parse(user)).toMatchObject({ passChange: false })
})

test('the fuller variant requires a user ID, a valid email and eight characters, and shows each failure', async ({
  page,
  product,
  gateway,
  expectFailure,
}) => {
  const { userId, email } = await createApplicant(product)
  await page.goto('/auth/update-password?code=a-code-of-no-mail')
  const button = page.getByRole('button', { name: 'Update Password' })
  await page.getByLabel('Email').fill('amina@nowhere')
  await page.getByLabel('Password', { exact: true }).fill('1234567')
  await page.getByLabel('Confirm Password').fill('1234567')
  await button.click()
  for (const text of ['User ID is required.', 'Enter a valid email.', 'Password must be at least 8 characters long.'])
    await expect(page.getByText(text)).toBeVisible()
  await page.getByLabel('Confirm Password').fill('12345678')
  await button.click()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  expect(gateway.receivedCalls.filter(({ call }) => call.startsWith('PATCH'))).toEqual([])

  await page.getByLabel('User ID').fill(userId)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm Password').fill(newPassword)
  const inlineError = page.getByRole('main').getByRole('alert')
  for (const [fault, toast, inline] of failures) {
    gateway.failWith('PATCH /users/update-password-user', fault)
    await button.click()
    await expect(findToast(page, toast)).toBeVisible()
    await expect(inlineError).toHaveText(inline)
  }
  gateway.restore()
  expectFailure({ status: 403, url: /\/users\/update-password-user$/ })
  await button.click()
  await expect(inlineError).toHaveText(
    'This link has expired or has been used. Ask for a new one with Forgot password.',
  )
})

for (const [who, applicant, address] of [
  ['a paid applicant goes to the dashboard', createPaidApplicant, '/app/dashboard'],
  ['an unpaid applicant with a verified NIN goes to the payment page', createReadyApplicant, '/auth/payment'],
] as const) {
  test(`after a password change ${who}, three seconds later`, async ({ page, product }) => {
    const { id, userId, password } = await applicant(product)
    if (address === '/auth/payment') await product.database.db.delete(payments).where(eq(payments.accountId, id))
    await installClock(page)
    await restoreSession(page, { userId, password })
    await page.goto('/auth/update-password')
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('Password', { exact: true }).fill(newPassword)
    await page.getByLabel('Confirm Password').fill(newPassword)
    await stopClock(page)
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(findToast(page, 'Your password has been changed.')).toBeVisible()
    await page.clock.runFor(2900)
    await expect(page).toHaveURL('/auth/update-password')
    await page.clock.runFor(200)
    await expect(page).toHaveURL(address)
  })
}
