// NIN verification: matching and other records, and a register that is down.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { expectNoSecrets, findToast, readLocalStorage, restoreSession } from '#tests/support/browser/pages.ts'
import { createApplicant, createPaidApplicant, testPassword } from '#tests/support/fixtures/applicants.ts'
import { registerPerson } from '#tests/support/fixtures/demo-people.ts'

const lookUp = /\/services\/nin-verify\/\d+$/
const otherPersonsNin = '10000000090'
const unknownNin = '10000000091'

async function verifyNin(page: Page, nin: string) {
  await page.goto('/auth/verify-nin')
  await page.getByLabel('NIN', { exact: true }).fill(nin)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Verify' }).click()
}

test('a matching NIN is stored masked and leads to the dashboard', async ({ page, product }) => {
  const nin = await registerPerson(product)
  await restoreSession(page, await createPaidApplicant(product))
  await verifyNin(page, nin)
  await expect(page).toHaveURL('/app/dashboard')

  const { applyData = '', user = '' } = await readLocalStorage(page)
  expect(JSON.parse(applyData)).toMatchObject({ firstName: 'Amina', dateOfBirth: '1985-06-15' })
  expect(JSON.parse(user)).toMatchObject({ ninVerify: true, nin: `•••••••${nin.slice(-4)}` })
  await expectNoSecrets(page, [nin, testPassword])

  await page.goto('/auth/verify-nin')
  await expect(page.getByText('Your NIN is verified already.')).toBeVisible()
})

test('an unpaid applicant is redirected from the NIN page to the payment page', async ({ page, product }) => {
  const nin = await registerPerson(product)
  await restoreSession(page, await createApplicant(product))
  await verifyNin(page, nin)
  await expect(page).toHaveURL('/auth/payment')
})

test('an empty field disables Verify and says why; too few digits and missing consent are reported', async ({
  page,
  product,
}) => {
  await restoreSession(page, await createPaidApplicant(product))
  await page.goto('/auth/verify-nin')
  const button = page.getByRole('button', { name: 'Verify' })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription('Enter your NIN first.')
  await expectAccessible(page)

  const field = page.getByLabel('NIN', { exact: true })
  await expect(field).toHaveAttribute('maxlength', '11')
  await field.fill('1234567890')
  await button.click()
  await expect(page.getByText('A NIN has exactly 11 digits.')).toBeVisible()
  await field.fill('12345678901')
  await button.click()
  await expect(page.getByText('Agree to the look-up before your NIN is verified.')).toBeVisible()
  await expectAccessible(page)
})

test('another person’s record shows a message, keeps the input and verifies nobody', async ({ page, product }) => {
  await restoreSession(page, await createPaidApplicant(product))
  await verifyNin(page, otherPersonsNin)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The record of this NIN does not match your account.')
  await expect(page.getByLabel('NIN', { exact: true })).toHaveValue(otherPersonsNin)
  await expect(page).toHaveURL('/auth/verify-nin')
  expect(await readLocalStorage(page)).not.toHaveProperty('applyData')
  await expectAccessible(page)
})

test('a NIN unknown to the register is refused with a hint where to get help', async ({
  page,
  product,
  expectFailure,
}) => {
  expectFailure({ status: 400, url: lookUp })
  await restoreSession(page, await createPaidApplicant(product))
  await verifyNin(page, unknownNin)
  await expect(page.getByRole('alert')).toContainText('Contact customer service...')
  await expect(findToast(page, 'Contact customer service...')).toBeVisible()
  await expectAccessible(page)
})

test('applicants can fill in the form while the register is down', async ({
  page,
  product,
  injectFaults,
  expectFailure,
}) => {
  expectFailure({ status: 503, url: lookUp })
  const nin = await registerPerson(product)
  await restoreSession(page, await createPaidApplicant(product))
  await injectFaults('nin', { prembly: { http500: true } })
  await verifyNin(page, nin)
  await expect(page.getByRole('alert')).toContainText('The identity service is not available.')

  await page.getByRole('link', { name: 'Do this later' }).click()
  await page.goto('/app/application')
  await expect(page.getByText('Verify your NIN before you submit.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /Personal details/ })).toBeVisible()
})

test('a NIN of another account reads like one that does not match', async ({ page, product }) => {
  const nin = await registerPerson(product)
  const first = await createPaidApplicant(product)
  const path = `/services/nin-verify/${nin}`
  expect((await product.call('POST', path, { token: first.token, body: { consent: true } })).body.tabId).toBe(2)

  await restoreSession(page, await createPaidApplicant(product))
  await verifyNin(page, nin)
  await expect(page.getByRole('alert')).toContainText('The record of this NIN does not match your account.')
})

test('a guest is asked to log in first', async ({ page }) => {
  await page.goto('/auth/verify-nin')
  await expect(page.getByText('Log in to continue.')).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/auth/login')
})
