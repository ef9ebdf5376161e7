// Paying, and everything that may come between an applicant and the word 'paid'.

import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import {
  comeBack,
  cutLine,
  expectNoSecrets,
  generateRrr,
  kept,
  payByWidget,
  toastOf,
} from '#tests/support/browser/pages.ts'
import { anApplicant, testPassword } from '#tests/support/fixtures/accounts.ts'
import { letterTo, payAtBank } from '#tests/support/simulators/simulator-controls.ts'

const successful = 'Your Application payment is Successful. Verify Your Nin.'
const notVerified = 'Your payment is not verifed, kindly go back and make your payment.'
const verification = /\/payments\/verify-remita\?/

test('an RRR is held, paid in the widget and verified, and the receipt comes by mail', async ({ page, product }) => {
  const applicant = await anApplicant(product)
  await comeBack(page, applicant)
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

  const rrr = await generateRrr(page)
  const { rrr: held, user = '' } = await kept(page)
  expect(held).toBe(rrr)
  expect(JSON.parse(user)).toMatchObject({ rrr })

  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await payByWidget(page)
  await expect(page).toHaveURL('/auth/success')
  await expect(page.getByText(successful)).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(false)
  await expect(toastOf(page, 'your payment is verified successfully.')).toBeVisible()
  await expect(page.getByText(applicant.userId)).toBeVisible()
  await expectNoSecrets(page, [testPassword])

  await page.getByRole('link', { name: 'Verify Nin' }).click()
  await expect(page).toHaveURL('/auth/verify-nin')
  expect((await letterTo(product, applicant.email, /payment/i)).text).toContain(rrr.slice(0, 4))
})

test('an RRR that nobody has paid is refused, with the way back', async ({ page, product, expectFailure }) => {
  expectFailure({ status: 400, url: verification })
  await comeBack(page, await anApplicant(product))
  await page.goto('/auth/payment')
  await generateRrr(page)

  await page.goto('/auth/success')
  await expect(page.getByRole('alert').getByText(notVerified)).toBeVisible()
  await expect(toastOf(page, notVerified)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go Back To Payment' }).click()
  await expect(page).toHaveURL('/auth/payment')
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled()
})

test('a widget that is closed or reports a failure leaves everything as it was, and is only logged', async ({
  page,
  product,
}) => {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'info' && logged.push(message.text()))
  await comeBack(page, await anApplicant(product))
  await page.goto('/auth/payment')
  const rrr = await generateRrr(page)
  for (const button of ['Close', 'Fail']) {
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: button }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await expect(page).toHaveURL('/auth/payment')
  expect((await kept(page)).rrr).toBe(rrr)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(logged.join()).toMatch(/The payment widget was closed\..*The payment widget reported an error\./)
})

test('the widget is told the public key, the RRR and another transaction id each time', async ({ page, product }) => {
  await comeBack(page, await anApplicant(product))
  await page.goto('/auth/payment')
  const rrr = await generateRrr(page)
  const told: { transactionId: string }[] = []
  await page.exposeFunction('tell', (options: { transactionId: string }) => void told.push(options))
  await page.evaluate(() => {
    const { RmPaymentEngine: engine, tell } = window as unknown as {
      RmPaymentEngine: { init(options: object): unknown }
      tell(options: object): void
    }
    const init = engine.init.bind(engine)
    engine.init = (options) => {
      tell(JSON.parse(JSON.stringify(options)))
      return init(options)
    }
  })
  for (let n = 0; n < 2; n += 1) {
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  const wanted = {
    key: 'sim-public-key',
    processRrr: true,
    transactionId: expect.stringMatching(/^\d{10,}$/),
    extendedData: { customFields: [{ name: 'rrr', value: rrr }] },
  }
  expect(told).toEqual([wanted, wanted])
  expect(told[0]?.transactionId).not.toBe(told[1]?.transactionId)
})

test('without a session, or without an RRR, nothing is verified', async ({ page, product }) => {
  const skipped = 'Missing token or rrr. Payment verification skipped.'
  await page.goto('/auth/success')
  await expect(page.getByRole('alert').getByText(skipped)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go Back To Payment' })).toBeVisible()
  await expectAccessible(page)

  await comeBack(page, await anApplicant(product))
  await page.goto('/auth/success')
  await expect(page.getByRole('alert').getByText(skipped)).toBeVisible()
  await expect(toastOf(page, skipped)).toBeVisible()
})

test('a line that is cut is told, and the payment can be checked again', async ({ page, product, expectFailure }) => {
  expectFailure({ status: 'ERR_INTERNET_DISCONNECTED', url: verification })
  const sentence = 'A network error occurred during payment verification.'
  await comeBack(page, await anApplicant(product))
  await page.goto('/auth/payment')
  await payAtBank(product, await generateRrr(page))

  const mend = await cutLine(page, '**/payments/verify-remita?*')
  await page.goto('/auth/success')
  await expect(page.getByRole('alert').getByText(sentence)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go Back To Payment' })).toBeVisible()

  await mend()
  await page.reload()
  await expect(page.getByText(successful)).toBeVisible()
})

test('a provider that is down is told from a payment that is missing', async ({
  page,
  product,
  setFaults,
  expectFailure,
}) => {
  expectFailure({ status: 503, url: verification })
  await comeBack(page, await anApplicant(product))
  await page.goto('/auth/payment')
  await generateRrr(page)
  await setFaults('remita', { status: { http500: true } })
  await page.goto('/auth/success')
  await expect(page.getByRole('alert').getByText('The payment service does not answer at the moment.')).toBeVisible()
  await expectAccessible(page)
})

test('no RRR comes from a provider that is down, and the page says so', async ({
  page,
  product,
  setFaults,
  expectFailure,
}) => {
  expectFailure({ status: 503, url: /\/payments\/remita-generate$/ })
  await comeBack(page, await anApplicant(product))
  await setFaults('remita', { generate: { http500: true, lost: 'request' }, orderStatus: { http500: true } })
  await page.goto('/auth/payment')
  await page.getByRole('button', { name: 'Generate RRR' }).click()
  await expect(page.getByRole('alert').getByText(/^Error making payment: The payment service/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeDisabled()

  await setFaults('remita', {})
  await generateRrr(page)
})

test('a widget whose script does not load is told, and so is the press of its button', async ({
  page,
  product,
  setFaults,
  expectFailure,
}) => {
  expectFailure({ status: 500, url: /remita-pay-inline\.bundle\.js$/ })
  await comeBack(page, await anApplicant(product))
  await setFaults('remita', { widget: { http500: true } })
  await page.goto('/auth/payment')
  await expect(page.getByRole('alert').getByText('Failed to load payment script')).toBeVisible()
  await generateRrr(page)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByRole('alert').getByText('Payment engine not loaded')).toBeVisible()
  await expectAccessible(page)
})

test('the older of two RRRs, paid at a bank, still counts', async ({ page, product }) => {
  await comeBack(page, await anApplicant(product))
  await page.goto('/auth/payment')
  const older = await generateRrr(page)
  await page.getByRole('button', { name: 'Re-Generate' }).click()
  await expect.poll(async () => (await kept(page)).rrr).not.toBe(older)

  await payAtBank(product, older)
  await page.getByRole('link', { name: 'Check your payment' }).click()
  await expect(page.getByText(successful)).toBeVisible()
  await page.goto('/app/payment')
  await expect(page.getByRole('cell', { name: older.replace(/(\d{4})(?=\d)/g, '$1 ') })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Paid', exact: true })).toBeVisible()
})

test('the dashboard checks a reference number, and skips the check without one', async ({ page, product }) => {
  await comeBack(page, await anApplicant(product))
  await page.goto('/auth/payment')
  const rrr = await generateRrr(page)
  await payAtBank(product, rrr)
  await page.goto('/auth/success')
  await expect(page.getByText(successful)).toBeVisible()

  await page.goto('/app/dashboard')
  const check = page.getByRole('button', { name: 'Verify payment' })
  await check.click()
  await expect(page.getByRole('alert').getByText('Missing token or rrr.')).toBeVisible()
  await page.getByLabel('Reference number').fill(rrr)
  await check.click()
  await expect(page.getByRole('status').getByText('your payment is verified successfully.')).toBeVisible()
})
