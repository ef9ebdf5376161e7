// Paying in the widget, and what can fail on the way.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import {
  expectNoSecrets,
  findToast,
  generateRrrOnPage,
  payInWidget,
  readLocalStorage,
  restoreSession,
} from '#tests/support/browser/pages.ts'
import { createApplicant, testPassword } from '#tests/support/fixtures/applicants.ts'
import { waitForMail } from '#tests/support/simulators/simulator-controls.ts'

const successful = 'Your Application payment is Successful. Verify Your Nin.'
const notVerified = 'Your payment is not verifed, kindly go back and make your payment.'
const verification = /\/payments\/verify-remita\?/

test('an RRR is generated, not verified before it is paid, kept when the widget is closed or fails, and paid in the widget; the receipt comes by email', async ({
  page,
  product,
  expectFailure,
}) => {
  test.slow()
  expectFailure({ status: 400, url: verification })
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'info' && logged.push(message.text()))
  const applicant = await createApplicant(product)
  await restoreSession(page, applicant)
  await page.goto('/auth/payment')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Proceed to Make Payment')
  await expect(
    page.getByText('This payment is non-refundable and please generate RRR before proceeding.'),
  ).toBeVisible()
  const post = ['Technology', 'Computer Science', 'Lecturer II']
  for (const fact of ['Example Amina Bola', applicant.email, '08011112222', 'Recruitment Application Fee', ...post])
    await expect(page.getByRole('main')).toContainText(fact)
  for (const amount of ['₦12,000.00', '₦500.00', '₦12,500.00']) await expect(page.getByText(amount)).toBeVisible()
  const proceed = page.getByRole('button', { name: 'Proceed to Payment' })
  await expect(proceed).toBeDisabled()
  await expect(proceed).toHaveAccessibleDescription(/Generate an RRR first/)

  const rrr = await generateRrrOnPage(page)
  const { rrr: storedRrr, user = '' } = await readLocalStorage(page)
  expect(storedRrr).toBe(rrr)
  expect(JSON.parse(user)).toMatchObject({ rrr })

  await page.goto('/auth/success')
  await expect(page.getByRole('alert').getByText(notVerified)).toBeVisible()
  await expect(findToast(page, notVerified)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go Back To Payment' }).click()
  await expect(page).toHaveURL('/auth/payment')
  await expect(proceed).toBeEnabled()

  const widgetOptions = await watchWidget(page)
  for (const button of ['Close', 'Fail']) {
    await proceed.click()
    await page.getByRole('dialog').getByRole('button', { name: button }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await expect(page).toHaveURL('/auth/payment')
  expect((await readLocalStorage(page)).rrr).toBe(rrr)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(logged.join()).toMatch(/The payment widget was closed\..*The payment widget reported an error\./)
  const expectedOptions = {
    key: 'sim-public-key',
    processRrr: true,
    transactionId: expect.stringMatching(/^\d{10,}$/),
    extendedData: { customFields: [{ name: 'rrr', value: rrr }] },
  }
  expect(widgetOptions).toEqual([expectedOptions, expectedOptions])
  expect(widgetOptions[0]?.transactionId).not.toBe(widgetOptions[1]?.transactionId)

  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await payInWidget(page)
  await expect(page).toHaveURL('/auth/success')
  await expect(page.getByText(successful)).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(false)
  await expect(findToast(page, 'your payment is verified successfully.')).toBeVisible()
  await expect(page.getByRole('main').getByText(applicant.userId)).toBeVisible()
  await expectNoSecrets(page, [testPassword])

  await page.getByRole('link', { name: 'Verify Nin' }).click()
  await expect(page).toHaveURL('/auth/verify-nin')
  expect((await waitForMail(product, applicant.email, /payment/i)).text).toContain(rrr.slice(0, 4))
})

test('a widget script that does not load is reported, and so is a click on its button', async ({
  page,
  product,
  injectFaults,
  expectFailure,
}) => {
  expectFailure({ status: 500, url: /remita-pay-inline\.bundle\.js$/ })
  await restoreSession(page, await createApplicant(product))
  await injectFaults('remita', { widget: { http500: true } })
  await page.goto('/auth/payment')
  await expect(page.getByRole('alert').getByText('Failed to load payment script')).toBeVisible()
  await generateRrrOnPage(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByRole('alert').getByText('Payment engine not loaded')).toBeVisible()
  await expectAccessible(page)
})

/** Collects what the page gives to the provider's script. */
async function watchWidget(page: Page) {
  const received: { transactionId: string }[] = []
  await page.exposeFunction('reportOptions', (options: { transactionId: string }) => void received.push(options))
  await page.waitForFunction(() => 'RmPaymentEngine' in window)
  await page.evaluate(() => {
    const { RmPaymentEngine: engine, reportOptions } = window as unknown as {
      RmPaymentEngine: { init(options: object): unknown }
      reportOptions(options: object): void
    }
    const init = engine.init.bind(engine)
    engine.init = (options) => {
      reportOptions(JSON.parse(JSON.stringify(options)))
      return init(options)
    }
  })
  return received
}
