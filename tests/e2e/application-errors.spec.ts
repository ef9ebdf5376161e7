// The application behind a gateway that breaks: opening it, reading its slip, submitting it.

import { type Breakage, badGateway } from '#tests/support/browser/gateway.ts'
import { test } from '#tests/support/browser/gateway-journey.ts'
import { expect } from '#tests/support/browser/journey.ts'
import { comeBack, holdBack, toastOf } from '#tests/support/browser/pages.ts'
import { expectStep } from '#tests/support/browser/wizard-pages.ts'
import { aPaidApplicant } from '#tests/support/fixtures/accounts.ts'
import { holdClock, stopClock } from '#tests/support/fixtures/stopped-clock.ts'
import { aWriter, aWriterWithoutFiles } from '#tests/support/postgres/writers.ts'

const mine = 'GET /applications/my'

test('an application that cannot be read is told on its page and its slip, and only logged on the dashboard', async ({
  page,
  product,
  gateway,
}) => {
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await comeBack(page, await aPaidApplicant(product))
  gateway.breaks(mine, badGateway)
  await page.goto('/app/dashboard')
  await expect.poll(() => warnings.join()).toContain('The application could not be loaded.')
  await expect(page.getByText('Not Submitted')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Messages' })).toBeEmpty()
  await expect(page.getByRole('alert')).toHaveCount(0)

  const alert = page.getByRole('main').getByRole('alert')
  await page.getByRole('link', { name: 'Continue Application' }).click()
  await expect(alert).toContainText('Error retrieving application details')
  await page.getByRole('link', { name: 'Print' }).click()
  await expect(alert).toContainText('An unexpected error occurred. Please try again.')
  gateway.breaks(mine, 'hangs up')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toContainText('An error occurred while fetching the application details.')

  gateway.mends()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No Application. Go to the application page.')).toBeVisible()
  await expect(page.getByText('No application found for this user.')).toBeVisible()
  gateway.breaks('GET /applications/draft', badGateway)
  await page.getByRole('link', { name: 'Back to Application' }).click()
  await expect(page).toHaveURL('/app/application')
  await expect(alert).toContainText('Error retrieving application details')
  gateway.mends()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectStep(page, 1, 'Personal details')
})

test('a user of whose fee nothing is said yet has not made the payment', async ({ page, product }) => {
  await comeBack(page, await aPaidApplicant(product))
  await page.evaluate(() => {
    const { paymentstatus: _, paymentStatus: __, ...rest } = JSON.parse(localStorage.getItem('user') ?? '{}')
    localStorage.setItem('user', JSON.stringify(rest))
  })
  const release = await holdBack(page, '**/users/me')
  await page.goto('/app/application')
  await expect(page.getByText('You have not made your payment.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go back to Payment' })).toHaveAttribute('href', '/auth/payment')
  release()
  await expectStep(page, 1, 'Personal details')
})

const failures: [Breakage, string][] = [
  [{ status: 200, body: { status: 'error' } }, 'Submitting application failed. Please try again.'],
  [badGateway, 'An error occurred submitting application.'],
  [{ status: 500, body: { message: 'The registry moves.' } }, 'The registry moves.'],
  ['hangs up', 'An error occurred submitting application.'],
]

test('each failure of a submission is told; the success congratulates and opens the slip three seconds after Print Slip', async ({
  page,
  product,
  gateway,
}) => {
  await holdClock(page)
  await comeBack(page, await aWriter(product))
  await page.goto('/app/application?step=6')
  await expectStep(page, 6, 'Preview')
  await expect(page.getByRole('main').getByRole('table')).toHaveCount(15)
  await expect(page.getByRole('main').getByRole('figure')).toHaveCount(2)
  const submit = page.getByRole('button', { name: 'Submit' })
  for (const [breakage, words] of failures) {
    gateway.breaks('POST /applications/', breakage)
    await submit.click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(words)
    await expect(toastOf(page, words)).toBeVisible()
  }
  gateway.mends()
  await submit.click()
  await expect(toastOf(page, 'Application submitted successfully.')).toBeVisible()
  const done = page.getByRole('main')
  for (const words of [
    'Congratulations!',
    'Your application has been successfully submitted.',
    /^Application ID: APP-2024-\d{6}$/,
    'A confirmation has been sent to your email.',
  ])
    await expect(done.getByText(words)).toBeVisible()

  await stopClock(page)
  await page.getByRole('button', { name: 'Print Slip' }).click()
  await page.clock.runFor(2900)
  await expect(page).toHaveURL(/\/app\/application/)
  await page.clock.runFor(200)
  await expect(page).toHaveURL('/app/prints')
  await page.clock.resume()
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Application', exact: true }).click()
  await expect(page.getByText('You have submitted your application.')).toBeVisible()
  await expect(page.getByText('Preview your application details below.')).toBeVisible()
  await page.getByRole('link', { name: 'Preview Application' }).click()
  await expect(page).toHaveURL('/app/prints')
})

test('the server judges again: files that are nobody’s are refused, each at its step', async ({
  page,
  product,
  expectFailure,
}) => {
  expectFailure({ status: 400, url: /\/applications\/$/ })
  await comeBack(page, await aWriterWithoutFiles(product))
  await page.goto('/app/application?step=6')
  await page.getByRole('button', { name: 'Submit' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Step 2, Academic qualifications:')
  await expect(alert).toContainText('Step 4, Publications:')
})
