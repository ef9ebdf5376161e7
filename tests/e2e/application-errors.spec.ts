// Failures while opening the application, reading its slip and submitting it.

import {
  createApplicantWithDraft,
  createApplicantWithMissingFiles,
} from '#tests/support/browser/applicants-with-draft.ts'
import { expect } from '#tests/support/browser/journey.ts'
import { badGateway, type GatewayFault } from '#tests/support/browser/network/faulty-gateway.ts'
import { test } from '#tests/support/browser/network/gateway-journey.ts'
import { installClock, stopClock } from '#tests/support/browser/page-clock.ts'
import { delayResponses, findToast, restoreSession } from '#tests/support/browser/pages.ts'
import { expectStep } from '#tests/support/browser/wizard-pages.ts'
import { createPaidApplicant } from '#tests/support/fixtures/applicants.ts'

const mine = 'GET /applications/my'
const summary = 'GET /applications/my/summary'

test('an application that cannot be loaded is reported on its page and slip, and only logged on the dashboard', async ({
  page,
  product,
  gateway,
}) => {
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await restoreSession(page, await createPaidApplicant(product))
  gateway.failWith(mine, badGateway)
  gateway.failWith(summary, badGateway)
  await page.goto('/app/dashboard')
  await expect.poll(() => warnings.join()).toContain('The application could not be loaded.')
  await expect(page.getByText('We could not load your application.')).toBeVisible()
  await expect(page.getByText('Not Submitted')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Messages' })).toBeEmpty()
  await expect(page.getByRole('alert')).toHaveCount(0)

  const alert = page.getByRole('main').getByRole('alert')
  await page.getByRole('link', { name: 'Application', exact: true }).click()
  await expect(alert).toContainText('Error retrieving application details')
  await page.getByRole('link', { name: 'Print' }).click()
  await expect(alert).toContainText('An unexpected error occurred. Please try again.')
  gateway.failWith(mine, 'hangs up')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toContainText('An error occurred while fetching the application details.')

  gateway.restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No Application. Go to the application page.')).toBeVisible()
  await expect(page.getByText('No application found for this user.')).toBeVisible()
  gateway.failWith('GET /applications/draft', badGateway)
  await page.getByRole('link', { name: 'Back to Application' }).click()
  await expect(page).toHaveURL('/app/application')
  await expect(alert).toContainText('Error retrieving application details')
  gateway.restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectStep(page, 1, 'Personal details')
})

test('a user without a payment status is treated as unpaid', async ({ page, product }) => {
  await restoreSession(page, await createPaidApplicant(product))
  await page.evaluate(() => {
    const { paymentstatus: _, paymentStatus: __, ...rest } = JSON.parse(localStorage.getItem('user') ?? '{}')
    localStorage.setItem('user', JSON.stringify(rest))
  })
  const release = await delayResponses(page, '**/users/me')
  await page.goto('/app/application')
  await expect(page.getByText('You have not made your payment.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go back to Payment' })).toHaveAttribute('href', '/auth/payment')
  release()
  await expectStep(page, 1, 'Personal details')
})

const failures: [GatewayFault, string][] = [
  [{ status: 200, body: { status: 'error' } }, 'Submitting application failed. Please try again.'],
  [badGateway, 'An error occurred submitting application.'],
  [{ status: 500, body: { message: 'The registry moves.' } }, 'The registry moves.'],
  ['hangs up', 'An error occurred submitting application.'],
]

test('each failed submission shows its message; a successful one congratulates, and Print Slip opens the slip after three seconds', async ({
  page,
  product,
  gateway,
}) => {
  await installClock(page)
  await restoreSession(page, await createApplicantWithDraft(product))
  await page.goto('/app/application?step=6')
  await expectStep(page, 6, 'Preview')
  await expect(page.getByRole('main').getByRole('table')).toHaveCount(15)
  await expect(page.getByRole('main').getByRole('figure')).toHaveCount(2)
  const submit = page.getByRole('button', { name: 'Submit' })
  for (const [fault, text] of failures) {
    gateway.failWith('POST /applications/', fault)
    await submit.click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(text)
    await expect(findToast(page, text)).toBeVisible()
  }
  gateway.restore()
  await submit.click()
  await expect(findToast(page, 'Application submitted successfully.')).toBeVisible()
  const done = page.getByRole('main')
  for (const text of [
    'Congratulations!',
    'Your application has been successfully submitted.',
    /^Application ID: APP-2024-\d{6}$/,
    /^Submitted on \d+ \w+ \d{4}, \d+:\d\d [ap]m\.$/,
    'A confirmation has been sent to your email.',
  ])
    await expect(done.getByText(text)).toBeVisible()

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

test('the server validates again and reports files that do not exist at their steps', async ({
  page,
  product,
  expectFailure,
}) => {
  expectFailure({ status: 400, url: /\/applications\/$/ })
  await restoreSession(page, await createApplicantWithMissingFiles(product))
  await page.goto('/app/application?step=6')
  await page.getByRole('button', { name: 'Submit' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Step 2, Academic qualifications:')
  await expect(alert).toContainText('Step 4, Publications:')
})
