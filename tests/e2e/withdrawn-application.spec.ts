// The helpdesk withdraws an application at the applicant's wish, the applicant reads it everywhere, and the registry reinstates it.
import { createStaff } from '#tests/support/api/staff.ts'
import { expect, test } from '#tests/support/browser/journey.ts'
import { findToast, restoreSession } from '#tests/support/browser/pages.ts'
import { createSchool, submitCases } from '#tests/support/browser/review-cases.ts'
import { captureScreen } from '#tests/support/browser/screens/capture-screen.ts'
import { captureStaffPage, useStaffSession } from '#tests/support/browser/staff-pages.ts'

test('the helpdesk withdraws an application, and the registry reinstates it', async ({
  page,
  product,
  openBrowser,
  expectFailure,
}) => {
  test.setTimeout(120_000)
  const [one] = await submitCases(product, createSchool(), ['Withdrawn'])
  if (!one) throw new Error('Nothing was submitted.')
  const desk = await openBrowser()
  await useStaffSession(desk, product.url, await createStaff(product, ['helpdesk'], { name: 'Helpdesk Person' }))

  await test.step('the helpdesk withdraws it on the page of the applicant', async () => {
    await desk.goto(`/staff/applicants/${one.applicant.userId}`)
    await desk.getByRole('button', { name: 'Withdraw the application' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Withdraw the application' })
    expectFailure({ status: 400, url: /withdraw$/ })
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(dialog.getByText('Say how the applicant asked for it, in at least 10 characters.')).toBeVisible()
    await dialog
      .getByLabel('How the applicant asked for it')
      .fill('By email on 20 November, from the address on record.')
    await captureStaffPage(desk, 'withdraw-dialog')
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(findToast(desk, `${one.number} is withdrawn. The applicant gets an email.`)).toBeVisible()
    await expect(desk.getByText(/^Withdrawn on .* by Helpdesk Person$/)).toBeVisible()
    await expect(desk.getByText('By email on 20 November, from the address on record.')).toBeVisible()
    await expect(desk.getByRole('button', { name: 'Withdraw the application' })).toBeHidden()
    await captureStaffPage(desk, 'applicant-withdrawn')
    await desk.goto(`/staff/applications/${one.number}`)
    await expect(desk.getByText('Withdrawn', { exact: true })).toBeVisible()
    await captureStaffPage(desk, 'case-withdrawn-helpdesk')
  })

  await test.step('the applicant reads it on the dashboard, in place of the form, and on the slip', async () => {
    await restoreSession(page, one.applicant)
    await page.goto('/app/dashboard')
    await expect(page.getByRole('heading', { level: 2, name: 'Your application is withdrawn' })).toBeVisible()
    await captureScreen(page, 'dashboard-withdrawn')
    await page.goto('/app/application')
    await expect(page.getByText(/^Your application was withdrawn on .*, as you asked\.$/)).toBeVisible()
    await captureScreen(page, 'form-withdrawn')
    await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click()
    await expect(page).toHaveURL(new RegExp(`/contact\\?about=${one.number}$`))
    await page.goto('/app/prints')
    await expect(page.getByText(/^Withdrawn on /)).toBeVisible()
    await captureScreen(page, 'slip-withdrawn')
    const { body } = await product.call('GET', '/applications/my', { token: one.applicant.token })
    await page.goto(`/verify/${body.data.slipCode}`)
    await expect(page.getByText(/the application was withdrawn on/)).toBeVisible()
    await captureScreen(page, 'verify-withdrawn')
  })

  await test.step('the registry reinstates it in its case', async () => {
    const registry = await openBrowser()
    await useStaffSession(registry, product.url, await createStaff(product, ['registry'], { name: 'Registry Officer' }))
    await registry.goto(`/staff/applicants/${one.applicant.userId}`)
    await registry.getByRole('link', { name: 'Reinstate it in its case' }).click()
    await expect(registry.getByText(/^Withdrawn on .* by Helpdesk Person$/)).toBeVisible()
    await captureStaffPage(registry, 'case-withdrawn')
    await registry.getByRole('button', { name: 'Reinstate…' }).click()
    const dialog = registry.getByRole('dialog', { name: 'Reinstate the application' })
    await dialog.getByLabel('Reason').fill('Somebody else had written the email.')
    await captureStaffPage(registry, 'reinstate-dialog')
    await dialog.getByRole('button', { name: 'Reinstate', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(registry.getByText(/^Withdrawn on/)).toBeHidden()
    await expect(registry.getByText('In review', { exact: true })).toBeVisible()
    await registry.getByRole('tab', { name: 'History' }).click()
    await expect(registry.getByText('Registry Officer reinstated the application')).toBeVisible()
    await expect(registry.getByText('Helpdesk Person withdrew the application')).toBeVisible()
    await captureStaffPage(registry, 'case-reinstated')
    await expect(registry.getByRole('button', { name: 'Withdraw the application…' })).toBeVisible()
  })

  await test.step('the dashboard is as before', async () => {
    await page.goto('/app/dashboard')
    await expect(page.getByRole('heading', { level: 2, name: 'Your application is submitted' })).toBeVisible()
  })
})
