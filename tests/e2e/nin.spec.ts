// The identity check: who matches, who does not, and a register that is not there.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { comeBack, expectNoSecrets, kept, toastOf } from '#tests/support/browser/pages.ts'
import { anApplicant, aPaidApplicant, testPassword } from '#tests/support/fixtures/accounts.ts'
import { registered } from '#tests/support/fixtures/people.ts'

const lookUp = /\/services\/nin-verify\/\d+$/
const nobodysNin = '10000000090'
const unknownNin = '10000000091'

async function verify(page: Page, nin: string) {
  await page.goto('/auth/verify-nin')
  await page.getByLabel('NIN', { exact: true }).fill(nin)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Verify' }).click()
}

test('a NIN that matches is kept masked, and leads to the dashboard', async ({ page, product }) => {
  const nin = await registered(product)
  await comeBack(page, await aPaidApplicant(product))
  await verify(page, nin)
  await expect(page).toHaveURL('/app/dashboard')

  const { applyData = '', user = '' } = await kept(page)
  expect(JSON.parse(applyData)).toMatchObject({ firstName: 'Amina', dateOfBirth: '1985-06-15' })
  expect(JSON.parse(user)).toMatchObject({ ninVerify: true, nin: `•••••••${nin.slice(-4)}` })
  await expectNoSecrets(page, [nin, testPassword])

  await page.goto('/auth/verify-nin')
  await expect(page.getByText('Your NIN is verified already.')).toBeVisible()
})

test('whoever has not paid yet is led from the NIN to the payment', async ({ page, product }) => {
  const nin = await registered(product)
  await comeBack(page, await anApplicant(product))
  await verify(page, nin)
  await expect(page).toHaveURL('/auth/payment')
})

test('an empty box disables Verify and says why; too few digits and no consent are told', async ({ page, product }) => {
  await comeBack(page, await aPaidApplicant(product))
  await page.goto('/auth/verify-nin')
  const button = page.getByRole('button', { name: 'Verify' })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription('Enter your NIN first.')
  await expectAccessible(page)

  const box = page.getByLabel('NIN', { exact: true })
  await expect(box).toHaveAttribute('maxlength', '11')
  await box.fill('1234567890')
  await button.click()
  await expect(page.getByText('A NIN has exactly 11 digits.')).toBeVisible()
  await box.fill('12345678901')
  await button.click()
  await expect(page.getByText('Agree to the look-up before your NIN is verified.')).toBeVisible()
  await expectAccessible(page)
})

test('a record of somebody else is told, keeps what was typed and verifies nobody', async ({ page, product }) => {
  await comeBack(page, await aPaidApplicant(product))
  await verify(page, nobodysNin)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The record of this NIN does not match your account.')
  await expect(page.getByLabel('NIN', { exact: true })).toHaveValue(nobodysNin)
  await expect(page).toHaveURL('/auth/verify-nin')
  expect(await kept(page)).not.toHaveProperty('applyData')
  await expectAccessible(page)
})

test('a NIN that the register does not know is refused with the way to help', async ({
  page,
  product,
  expectFailure,
}) => {
  expectFailure({ status: 400, url: lookUp })
  await comeBack(page, await aPaidApplicant(product))
  await verify(page, unknownNin)
  await expect(page.getByRole('alert')).toContainText('Contact customer service...')
  await expect(toastOf(page, 'Contact customer service...')).toBeVisible()
  await expectAccessible(page)
})

test('a register that is down does not keep anybody from the form', async ({
  page,
  product,
  setFaults,
  expectFailure,
}) => {
  expectFailure({ status: 503, url: lookUp })
  const nin = await registered(product)
  await comeBack(page, await aPaidApplicant(product))
  await setFaults('nin', { prembly: { http500: true } })
  await verify(page, nin)
  await expect(page.getByRole('alert')).toContainText('The identity service is not available.')

  await page.getByRole('link', { name: 'Do this later' }).click()
  await page.goto('/app/application')
  await expect(page.getByText('Verify your NIN before you submit.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /Personal details/ })).toBeVisible()
})

test('a NIN of another account is refused', async ({ page, product, expectFailure }) => {
  expectFailure({ status: 409, url: lookUp })
  const nin = await registered(product)
  const first = await aPaidApplicant(product)
  const path = `/services/nin-verify/${nin}`
  expect((await product.call('POST', path, { token: first.token, body: { consent: true } })).body.tabId).toBe(2)

  await comeBack(page, await aPaidApplicant(product))
  await verify(page, nin)
  await expect(page.getByRole('alert')).toContainText('This NIN belongs to another account.')
})

test('a guest is asked to log in first', async ({ page }) => {
  await page.goto('/auth/verify-nin')
  await expect(page.getByText('Log in to continue.')).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/auth/login')
})
