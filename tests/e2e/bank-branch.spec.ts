// Paying at a bank branch: the server finds out by itself, or when the applicant checks.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import {
  findToast,
  generateRrrOnPage,
  logInOnPage,
  readLocalStorage,
  restoreSession,
} from '#tests/support/browser/pages.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { payAtBank, waitForMail } from '#tests/support/simulators/simulator-controls.ts'

const notVerified = 'Your payment is not verifed, kindly go back and make your payment.'
const verified = 'your payment is verified successfully.'
const paid = 'You have paid. There is nothing more to pay.'
const verification = /\/payments\/verify-remita\?/

/** Formats as 3100 0712 3456. */
const inGroups = (rrr: string) => rrr.replace(/(\d{4})(?=\d)/g, '$1 ')

async function payAtCounter(teller: Page, remita: string, rrr: string) {
  await teller.goto(`${remita}/bank`)
  await teller.getByLabel('Remita Retrieval Reference (RRR)').fill(inGroups(rrr))
  await teller.getByRole('button', { name: 'Continue' }).click()
  await expect(teller.getByText('Recruitment Application Fee')).toBeVisible()
  await teller.getByRole('button', { name: /^Pay / }).click()
  await expect(teller.getByRole('status')).toContainText('Paid.')
}

test('an applicant prints the bank slip, pays at a bank after closing the browser and reaches the dashboard at the next login', async ({
  product,
  openBrowser,
}) => {
  const applicant = await createApplicant(product)
  const café = await openBrowser()
  await logInOnPage(café, applicant)
  await expect(café).toHaveURL('/auth/payment')
  const rrr = await generateRrrOnPage(café)
  await expect(café.getByRole('button', { name: 'Print bank slip' })).toBeVisible()
  const { pages, text } = await readPdf(await café.pdf({ preferCSSPageSize: true }))
  expect(pages).toBe(1)
  for (const expected of [
    'State Institute of Technology and Management',
    inGroups(rrr),
    '12,500.00',
    'Example Amina Bola',
    'Recruitment Application Fee',
    'Go to any branch',
  ])
    expect(text).toContain(expected)
  expect(text).not.toContain('Proceed to Payment')
  await café.context().close()

  await payAtCounter(await openBrowser(), product.remita, rrr)
  expect((await waitForMail(product, applicant.email, /payment/i)).text).toContain(inGroups(rrr))

  const nextBrowser = await openBrowser()
  await logInOnPage(nextBrowser, applicant)
  await expect(nextBrowser).toHaveURL('/app/dashboard')
  await nextBrowser.goto('/app/payment')
  await expect(nextBrowser.getByRole('cell', { name: inGroups(rrr) })).toBeVisible()
})

test('a bank payment whose notification is lost is found by Check now', async ({
  page,
  product,
  injectFaults,
  expectFailure,
}) => {
  expectFailure({ status: 400, url: verification })
  await injectFaults('remita', { notification: { none: true } })
  await restoreSession(page, await createApplicant(product))
  await page.goto('/auth/payment')
  const rrr = await generateRrrOnPage(page)
  const checkSection = page.getByRole('region', { name: 'Have you paid?' })
  await expect(checkSection).toContainText('Last checkedNot yet')

  await checkSection.getByRole('button', { name: 'Check now' }).click()
  await expect(checkSection.getByRole('alert')).toContainText(notVerified)
  await expect(checkSection).toContainText(/Last checked\d+ \w+ \d{4}, \d+:\d\d [ap]m/)
  await expect(checkSection).toContainText(/Next check/)
  await expectAccessible(page)

  await payAtBank(product, rrr)
  await checkSection.getByRole('button', { name: 'Check now' }).click()
  await expect(findToast(page, verified)).toBeVisible()
  await expect(page.getByRole('main').getByText(paid)).toBeVisible()
  await page.getByRole('link', { name: 'Verify Nin' }).click()
  await expect(page).toHaveURL('/auth/verify-nin')
})

test('a paid older RRR counts after Re-Generate, if it is the applicant’s own', async ({
  page,
  product,
  injectFaults,
  expectFailure,
}) => {
  expectFailure({ status: 404, url: verification })
  expectFailure({ status: 400, url: verification })
  await injectFaults('remita', { notification: { none: true } })
  await restoreSession(page, await createApplicant(product))
  await page.goto('/auth/payment')
  const older = await generateRrrOnPage(page)
  await page.getByRole('button', { name: 'Re-Generate' }).click()
  await expect.poll(async () => (await readLocalStorage(page)).rrr).not.toBe(older)
  await payAtBank(product, older)

  await page.getByText('Check an older RRR').click()
  const field = page.getByLabel('Older RRR')
  await field.fill('12345')
  await page.getByRole('button', { name: 'Check this RRR' }).click()
  await expect(page.getByText('An RRR has 12 digits.')).toBeVisible()
  await field.fill('123456789012')
  await page.getByRole('button', { name: 'Check this RRR' }).click()
  await expect(page.getByText('This RRR was not issued to you.')).toBeVisible()
  await expectAccessible(page)

  await field.fill(inGroups(older))
  await page.getByRole('button', { name: 'Check this RRR' }).click()
  await expect(page.getByRole('main').getByText(paid)).toBeVisible()
  await page.goto('/app/payment')
  await expect(page.getByRole('cell', { name: inGroups(older) })).toBeVisible()
})
