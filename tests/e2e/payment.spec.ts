// Paying in the widget, and what can fail on the way.

import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import {
  blockRequests,
  expectNoSecrets,
  findToast,
  generateRrrOnPage,
  payInWidget,
  readLocalStorage,
  restoreSession,
} from '#tests/support/browser/pages.ts'
import { createApplicant, testPassword } from '#tests/support/fixtures/applicants.ts'
import { payAtBank, waitForMail } from '#tests/support/simulators/simulator-controls.ts'

const successful = 'Your Application payment is Successful. Verify Your Nin.'
const notVerified = 'Your payment is not verifed, kindly go back and make your payment.'
const verification = /\/payments\/verify-remita\?/

test('an RRR is generated, paid in the widget and verified, and the receipt comes by email', async ({
  page,
  product,
}) => {
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

test('an unpaid RRR is not verified, with a link back', async ({ page, product, expectFailure }) => {
  expectFailure({ status: 400, url: verification })
  await restoreSession(page, await createApplicant(product))
  await page.goto('/auth/payment')
  await generateRrrOnPage(page)

  await page.goto('/auth/success')
  await expect(page.getByRole('alert').getByText(notVerified)).toBeVisible()
  await expect(findToast(page, notVerified)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go Back To Payment' }).click()
  await expect(page).toHaveURL('/auth/payment')
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled()
})

test('closing the widget or a failed payment in it changes nothing and is only logged', async ({ page, product }) => {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'info' && logged.push(message.text()))
  await restoreSession(page, await createApplicant(product))
  await page.goto('/auth/payment')
  const rrr = await generateRrrOnPage(page)
  for (const button of ['Close', 'Fail']) {
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: button }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await expect(page).toHaveURL('/auth/payment')
  expect((await readLocalStorage(page)).rrr).toBe(rrr)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(logged.join()).toMatch(/The payment widget was closed\..*The payment widget reported an error\./)
})

test('the widget gets the public key, the RRR and a new transaction id each time', async ({ page, product }) => {
  await restoreSession(page, await createApplicant(product))
  await page.goto('/auth/payment')
  const rrr = await generateRrrOnPage(page)
  const received: { transactionId: string }[] = []
  await page.exposeFunction('reportOptions', (options: { transactionId: string }) => void received.push(options))
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
  for (let n = 0; n < 2; n += 1) {
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  const expectedOptions = {
    key: 'sim-public-key',
    processRrr: true,
    transactionId: expect.stringMatching(/^\d{10,}$/),
    extendedData: { customFields: [{ name: 'rrr', value: rrr }] },
  }
  expect(received).toEqual([expectedOptions, expectedOptions])
  expect(received[0]?.transactionId).not.toBe(received[1]?.transactionId)
})

test('without a session, or without an RRR, nothing is verified', async ({ page, product }) => {
  const skipped = 'Missing token or rrr. Payment verification skipped.'
  await page.goto('/auth/success')
  await expect(page.getByRole('alert').getByText(skipped)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go Back To Payment' })).toBeVisible()
  await expectAccessible(page)

  await restoreSession(page, await createApplicant(product))
  await page.goto('/auth/success')
  await expect(page.getByRole('alert').getByText(skipped)).toBeVisible()
  await expect(findToast(page, skipped)).toBeVisible()
})

test('a network failure is reported, and the payment can be checked again', async ({
  page,
  product,
  expectFailure,
}) => {
  expectFailure({ status: 'ERR_INTERNET_DISCONNECTED', url: verification })
  const sentence = 'A network error occurred during payment verification.'
  await restoreSession(page, await createApplicant(product))
  await page.goto('/auth/payment')
  await payAtBank(product, await generateRrrOnPage(page))

  const restore = await blockRequests(page, '**/payments/verify-remita?*')
  await page.goto('/auth/success')
  await expect(page.getByRole('alert').getByText(sentence)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go Back To Payment' })).toBeVisible()

  await restore()
  await page.reload()
  await expect(page.getByText(successful)).toBeVisible()
})

test('a provider outage is distinguished from a missing payment', async ({
  page,
  product,
  injectFaults,
  expectFailure,
}) => {
  expectFailure({ status: 503, url: verification })
  await restoreSession(page, await createApplicant(product))
  await page.goto('/auth/payment')
  await generateRrrOnPage(page)
  await injectFaults('remita', { status: { http500: true } })
  await page.goto('/auth/success')
  await expect(page.getByRole('alert').getByText('The payment service does not answer at the moment.')).toBeVisible()
  await expectAccessible(page)
})

test('the page says so when the provider is down and no RRR can be generated', async ({
  page,
  product,
  injectFaults,
  expectFailure,
}) => {
  expectFailure({ status: 503, url: /\/payments\/remita-generate$/ })
  await restoreSession(page, await createApplicant(product))
  await injectFaults('remita', { generate: { http500: true, lost: 'request' }, orderStatus: { http500: true } })
  await page.goto('/auth/payment')
  await page.getByRole('button', { name: 'Generate RRR' }).click()
  await expect(page.getByRole('alert').getByText(/^Error making payment: The payment service/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeDisabled()

  await injectFaults('remita', {})
  await generateRrrOnPage(page)
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

test('the older of two RRRs still counts when it is paid at a bank', async ({ page, product }) => {
  await restoreSession(page, await createApplicant(product))
  await page.goto('/auth/payment')
  const older = await generateRrrOnPage(page)
  await page.getByRole('button', { name: 'Re-Generate' }).click()
  await expect.poll(async () => (await readLocalStorage(page)).rrr).not.toBe(older)

  await payAtBank(product, older)
  await page.getByRole('link', { name: 'Check your payment' }).click()
  await expect(page.getByText(successful)).toBeVisible()
  await page.goto('/app/payment')
  await expect(page.getByRole('cell', { name: older.replace(/(\d{4})(?=\d)/g, '$1 ') })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Paid', exact: true })).toBeVisible()
})

test('the dashboard checks a reference number, and skips the check without one', async ({ page, product }) => {
  await restoreSession(page, await createApplicant(product))
  await page.goto('/auth/payment')
  const rrr = await generateRrrOnPage(page)
  await payAtBank(product, rrr)
  await page.goto('/auth/success')
  await expect(page.getByText(successful)).toBeVisible()

  await page.goto('/app/dashboard')
  await page.getByText('Check another RRR').click()
  const check = page.getByRole('button', { name: 'Verify payment' })
  await check.click()
  await expect(page.getByRole('alert').getByText('Missing token or rrr.')).toBeVisible()
  await page.getByLabel('Reference number').fill(rrr)
  await check.click()
  await expect(page.getByRole('status').getByText('your payment is verified successfully.')).toBeVisible()
})
