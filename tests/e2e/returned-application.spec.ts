// The registry returns an application, the applicant corrects it and sends it again, and the registry reads both.
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast, restoreSession } from '#tests/support/browser/pages.ts'
import { createReviewer, createSchool, submitCases } from '#tests/support/browser/review-cases.ts'
import { captureScreen } from '#tests/support/browser/screens/capture-screen.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'
import { clickNext, expectSaved, expectStep } from '#tests/support/browser/wizard-pages.ts'

test('a return is changed and taken back; an application that is returned is corrected and sent again under the same number', async ({
  page,
  product,
  openBrowser,
  expectFailure,
}) => {
  test.setTimeout(180_000)
  const school = createSchool()
  const [one] = await submitCases(product, school, ['Returned'])
  if (!one) throw new Error('Nothing was submitted.')
  const desk = await openBrowser()
  await useStaffSession(desk, product.url, await createReviewer(product, school, 'Registry Officer', 'registry'))

  await test.step('the registry returns it, changes that, and takes it back', async () => {
    await desk.goto(`/staff/applications/${one.number}`)
    await desk.getByRole('button', { name: 'Return to the applicant…' }).click()
    await desk.getByRole('dialog').getByLabel('What must be corrected').fill('Send page 2.')
    await desk.getByRole('dialog').getByRole('button', { name: 'Return', exact: true }).click()
    await expect(desk.getByText(/^With the applicant until/)).toBeVisible()

    await desk.getByRole('button', { name: 'Change the return…' }).click()
    const change = desk.getByRole('dialog', { name: 'Change the return' })
    await expect(change.getByLabel('What must be corrected')).toHaveValue('Send page 2.')
    await change.getByLabel('What must be corrected').fill('Send page 3.')
    await change.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(change).toBeHidden()
    await expect(desk.getByText('Send page 3.')).toBeVisible()

    await desk.getByRole('button', { name: 'Take the return back…' }).click()
    await captureStaffPage(desk, 'take-back-dialog')
    await desk.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click()
    await expect(findToast(desk, 'The return is taken back. The applicant gets an email.')).toBeVisible()
    await expect(desk.getByText(/^With the applicant until/)).toBeHidden()
    await expect(desk.getByText('In review', { exact: true })).toBeVisible()
  })

  await test.step('the registry returns it again', async () => {
    await desk.getByRole('button', { name: 'Return to the applicant…' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Return to the applicant' })
    expectFailure({ status: 400, url: /return$/ })
    await dialog.getByRole('button', { name: 'Return', exact: true }).click()
    await expect(dialog.getByText('Say what must be corrected.')).toBeVisible()
    await dialog.getByLabel('What must be corrected').fill('Your hobby cannot be read.\n\nWrite it again, please.')
    await expect(dialog.getByText(/^Correct this and send it again by .* 11:59 pm\.$/)).toBeVisible()
    await captureStaffPage(desk, 'return-dialog')
    await dialog.getByRole('button', { name: 'Return', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(desk.getByText(/^With the applicant until .* 11:59 pm$/)).toBeVisible()
    await expect(desk.getByText('For correction', { exact: true })).toBeVisible()
    await captureStaffPage(desk, 'with-applicant')
  })

  await test.step('the applicant corrects it and sends it again', async () => {
    await restoreSession(page, one.applicant)
    await page.goto('/app/dashboard')
    await expect(page.getByRole('heading', { level: 2, name: 'Correct your application' })).toBeVisible()
    await expect(page.getByText('Your hobby cannot be read.')).toBeVisible()
    await captureScreen(page, 'dashboard-returned')
    await page.getByRole('main').getByRole('link', { name: 'Correct and send again' }).click()
    await expectStep(page, 6, 'Preview')
    await expect(page.getByText(/^Correct this and send it again by/)).toBeVisible()
    await captureScreen(page, 'form-returned')
    await page.getByRole('link', { name: 'Change Hobbies' }).click()
    await page.getByRole('textbox', { name: 'Hobbies' }).fill('Chess, written clearly')
    await expectSaved(page)
    await clickNext(page, 'Preview')
    await expectStep(page, 6, 'Preview')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Congratulations!')).toBeVisible()
    await expect(page.getByText(one.number)).toBeVisible()
    await expect(page.getByText(/It replaces what you sent before\.$/)).toBeVisible()
    await captureScreen(page, 'sent-again')
    await page.getByRole('link', { name: 'Go to your dashboard' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Your application is submitted' })).toBeVisible()
    await page.goto('/app/application')
    await expect(page.getByText('You have submitted your application.')).toBeVisible()
  })

  await test.step('the registry reads what is new and what was sent before', async () => {
    await desk.reload()
    await expect(desk.getByText(/^Sent again on .*, after a correction$/)).toBeVisible()
    await expect(desk.getByText('Chess, written clearly')).toBeVisible()
    await desk.getByRole('tab', { name: 'Earlier' }).click()
    const returns = desk.getByRole('list', { name: 'Returns' })
    await expect(returns.getByText(/^Registry Officer returned it until/).first()).toBeVisible()
    await expect(returns.getByText('Registry Officer took the return back')).toBeVisible()
    await desk.getByText(/^Submission 1, sent/).click()
    await expect(desk.getByRole('table', { name: 'Referees, as sent before' })).toBeVisible()
    await captureStaffPage(desk, 'sent-again')
  })
})
