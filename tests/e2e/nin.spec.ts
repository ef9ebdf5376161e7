// NIN verification: matching and other records, and a register that is down.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser/journey.ts'
import { expectNoSecrets, readLocalStorage, restoreSession } from '#tests/support/browser/pages.ts'
import { createPaidApplicant, testPassword } from '#tests/support/fixtures/applicants.ts'
import { registerPerson } from '#tests/support/fixtures/demo-people.ts'

const lookUp = /\/services\/nin-verify\/\d+$/

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
