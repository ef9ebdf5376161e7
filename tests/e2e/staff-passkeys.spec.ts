// Staff make passkeys, sign in with them, confirm sensitive actions with them, and remove them.
import type { Page } from '@playwright/test'
import { createStaff, getCode } from '#tests/support/api/staff.ts'
import { addAuthenticator } from '#tests/support/browser/authenticator.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import type { ProductWithDatabase } from '#tests/support/browser/product-with-database.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { waitForMail } from '#tests/support/simulators/simulator-controls.ts'

const isRefused = { status: 401, url: /\/api\/v1\/staff\// } as const
const needsFresh = { status: 403, url: /\/api\/v1\/staff\/me\/passkeys/ } as const

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })
const passkeyCell = (page: Page, name: string) => page.getByRole('cell', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function addPasskey(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog(page, 'Add a passkey').getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('an invited person makes a passkey, signs in with nothing else, and gets a link for another one by a recovery code', async ({
  page,
  product,
  expectFailure,
}) => {
  const admin = await createStaff(product, ['admin'], { isFresh: true })
  const email = `lost-${Date.now()}@example.org`
  await admin.call('POST', '/staff/invitations', { body: { email, name: 'Ada Obi', roles: [{ role: 'helpdesk' }] } })
  const { text } = await waitForMail(product, email, /invited/i)
  const authenticator = await addAuthenticator(page)
  await page.goto(/https?:\S+\/staff\/invitation\?code=[\w-]+/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await expect(page.getByText('If you lose the device with your passkey')).toBeVisible()
  await captureStaffPage(page, 'recovery-codes-of-passkey')
  const recoveryCode = await page.getByRole('listitem').first().innerText()
  expect(await authenticator.countPasskeys()).toBe(1)
  expectFailure(isRefused)
  await page.getByRole('link', { name: 'I have kept them: sign in' }).click()
  await signInButton(page).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Ada Obi' })).toBeVisible()

  await page.context().clearCookies()
  await authenticator.removeAllPasskeys()
  await page.goto('/staff/recover')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Recovery code').fill('aaaa-bbbb-cccc')
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByRole('alert')).toHaveText('Email address or recovery code is incorrect.')
  await captureStaffPage(page, 'recover')
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByRole('status')).toContainText('Check your mailbox')
  const mail = await waitForMail(product, email, /Set up your staff sign-in again/)
  await page.goto(/https?:\S+\/staff\/invitation\?code=[\w-]+/.exec(mail.text)?.[0] ?? '')
  await expect(page.getByRole('heading', { name: 'Set up your sign-in again' })).toBeVisible()
  await captureStaffPage(page, 'set-up-again')
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
})

test('a passkey is added with a code, renamed, signs in, confirms a sensitive action, and is removed', async ({
  page,
  product,
  expectFailure,
}) => {
  const { email, ...person } = await createStaff(product, ['registry'])
  await addAuthenticator(page)
  await useStaffSession(page, product.url, person)
  await page.goto('/staff/me')
  await expect(page.getByText('You have none yet.')).toBeVisible()
  expectFailure(needsFresh)
  await addPasskey(page, 'Work laptop')
  await dialog(page, 'Confirm that it is you').getByLabel('Code').fill(getCode(product))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(passkeyCell(page, 'Work laptop')).toBeVisible()
  await waitForMail(product, email, /A passkey was added/)
  await page.getByRole('button', { name: 'Rename Work laptop' }).click()
  await dialog(page, 'Rename the passkey').getByLabel('Name').fill('Blue laptop')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(passkeyCell(page, 'Blue laptop')).toBeVisible()
  await captureStaffPage(page, 'passkeys')

  expectFailure(isRefused)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signInButton(page).click()
  await page.getByRole('button', { name: 'Remove Blue laptop' }).click()
  await dialog(page, 'Remove the passkey').getByRole('button', { name: 'Remove' }).click()
  const confirmation = dialog(page, 'Confirm that it is you')
  await expect(confirmation.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await captureStaffPage(page, 'confirm-with-passkey')
  await confirmation.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('You have none yet.')).toBeVisible()
  await captureStaffPage(page, 'no-passkeys')
  await waitForMail(product, email, /A passkey was removed/)
})

/** The own account of a person who has signed in, after adding a passkey. */
async function useAccountWithPasskey(
  page: Page,
  product: ProductWithDatabase,
  options: { hasAutofill?: boolean } = {},
) {
  const person = await createStaff(product, ['registry'], { isFresh: true })
  const authenticator = await addAuthenticator(page, options)
  await useStaffSession(page, product.url, person)
  await page.goto('/staff/me')
  await addPasskey(page, 'Work laptop')
  await expect(passkeyCell(page, 'Work laptop')).toBeVisible()
  return { person, authenticator }
}

test('a passkey that is chosen in the list of the email field signs in', async ({ page, product, expectFailure }) => {
  await useAccountWithPasskey(page, product, { hasAutofill: true })
  await page.context().clearCookies()
  expectFailure(isRefused)
  await page.goto('/staff/me')
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
})
