// Paying without a card: the RRR is taken to a bank, and the portal finds out by itself, or when it is asked.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { comeBack, expectNoSidewaysScroll, generateRrr, kept, logIn, toastOf } from '#tests/support/browser/pages.ts'
import { readPdf } from '#tests/support/browser/printed.ts'
import { anApplicant } from '#tests/support/fixtures/accounts.ts'
import { letterTo, payAtBank } from '#tests/support/simulators/simulator-controls.ts'

const notVerified = 'Your payment is not verifed, kindly go back and make your payment.'
const verified = 'your payment is verified successfully.'
const paid = 'You have paid. There is nothing more to pay.'
const verification = /\/payments\/verify-remita\?/

/** 3100 0712 3456 */
const inGroups = (rrr: string) => rrr.replace(/(\d{4})(?=\d)/g, '$1 ')

async function payAtCounter(teller: Page, remita: string, rrr: string) {
  await teller.goto(`${remita}/bank`)
  await teller.getByLabel('Remita Retrieval Reference (RRR)').fill(inGroups(rrr))
  await teller.getByRole('button', { name: 'Continue' }).click()
  await expect(teller.getByText('Recruitment Application Fee')).toBeVisible()
  await teller.getByRole('button', { name: /^Pay / }).click()
  await expect(teller.getByRole('status')).toContainText('Paid.')
}

test('whoever pays at a bank after closing the browser is let through at the next login', async ({
  product,
  anotherBrowser,
}) => {
  const applicant = await anApplicant(product)
  const café = await anotherBrowser()
  await logIn(café, applicant)
  await expect(café).toHaveURL('/auth/payment')
  const rrr = await generateRrr(café)
  await café.context().close()

  await payAtCounter(await anotherBrowser(), product.remita, rrr)
  expect((await letterTo(product, applicant.email, /payment/i)).text).toContain(inGroups(rrr))

  const home = await anotherBrowser()
  await logIn(home, applicant)
  await expect(home).toHaveURL('/app/dashboard')
  await home.goto('/app/payment')
  await expect(home.getByRole('cell', { name: inGroups(rrr) })).toBeVisible()
})

test('a bank payment whose notification is lost is found by Check now', async ({
  page,
  product,
  setFaults,
  expectFailure,
}) => {
  expectFailure({ status: 400, url: verification })
  await setFaults('remita', { notification: { none: true } })
  await comeBack(page, await anApplicant(product))
  await page.goto('/auth/payment')
  const rrr = await generateRrr(page)
  const watch = page.getByRole('region', { name: 'Have you paid?' })
  await expect(watch).toContainText('Last checkedNot yet')

  await watch.getByRole('button', { name: 'Check now' }).click()
  await expect(watch.getByRole('alert')).toContainText(notVerified)
  await expect(watch).toContainText(/Last checked\d+ \w+ \d{4}, \d+:\d\d [ap]m/)
  await expect(watch).toContainText(/Next check/)
  await expectAccessible(page)

  await payAtBank(product, rrr)
  await watch.getByRole('button', { name: 'Check now' }).click()
  await expect(toastOf(page, verified)).toBeVisible()
  await expect(page.getByRole('main').getByText(paid)).toBeVisible()
  await page.getByRole('link', { name: 'Verify Nin' }).click()
  await expect(page).toHaveURL('/auth/verify-nin')
})

test('an older RRR that was paid counts after Re-Generate, and only when it is one’s own', async ({
  page,
  product,
  setFaults,
  expectFailure,
}) => {
  expectFailure({ status: 404, url: verification })
  expectFailure({ status: 400, url: verification })
  await setFaults('remita', { notification: { none: true } })
  await comeBack(page, await anApplicant(product))
  await page.goto('/auth/payment')
  const older = await generateRrr(page)
  await page.getByRole('button', { name: 'Re-Generate' }).click()
  await expect.poll(async () => (await kept(page)).rrr).not.toBe(older)
  await payAtBank(product, older)

  await page.getByText('Check an older RRR').click()
  const box = page.getByLabel('Older RRR')
  await box.fill('12345')
  await page.getByRole('button', { name: 'Check this RRR' }).click()
  await expect(page.getByText('An RRR has 12 digits.')).toBeVisible()
  await box.fill('123456789012')
  await page.getByRole('button', { name: 'Check this RRR' }).click()
  await expect(page.getByText('This RRR was not issued to you.')).toBeVisible()
  await expectAccessible(page)

  await box.fill(inGroups(older))
  await page.getByRole('button', { name: 'Check this RRR' }).click()
  await expect(page.getByRole('main').getByText(paid)).toBeVisible()
  await page.goto('/app/payment')
  await expect(page.getByRole('cell', { name: inGroups(older) })).toBeVisible()
})

test('the bank slip is one page with the RRR, the amount, the name and the way to pay, and no button', async ({
  page,
  product,
}) => {
  await comeBack(page, await anApplicant(product))
  await page.goto('/auth/payment')
  const rrr = await generateRrr(page)
  await expect(page.getByRole('button', { name: 'Print bank slip' })).toBeVisible()
  const { pages, text } = await readPdf(await page.pdf({ preferCSSPageSize: true }))
  expect(pages).toBe(1)
  for (const words of [
    'State Institute of Technology and Management',
    inGroups(rrr),
    '12,500.00',
    'Example Amina Bola',
    'Recruitment Application Fee',
    'Go to any branch',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('Proceed to Payment')
})

test('the way over a bank fits a phone', async ({ product, anotherBrowser }) => {
  const phone = await anotherBrowser({ viewport: { width: 360, height: 740 } })
  await comeBack(phone, await anApplicant(product))
  await phone.goto('/auth/payment')
  await generateRrr(phone)
  await phone.getByText('Check an older RRR').click()
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)
})

test('two quick presses open one widget', async ({ page, product }) => {
  await comeBack(page, await anApplicant(product))
  await page.goto('/auth/payment')
  await generateRrr(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByRole('dialog')).toHaveCount(1)
})
