// Around the pages: redirects, sidebar and top bar, loading indicator, request headers, unknown and failing pages.
import { readdirSync } from 'node:fs'
import { expect } from '#tests/support/browser/journey.ts'
import { badGateway } from '#tests/support/browser/network/faulty-gateway.ts'
import { test } from '#tests/support/browser/network/gateway-journey.ts'
import { delayResponses, restoreSession } from '#tests/support/browser/pages.ts'
import { createPaidApplicant } from '#tests/support/fixtures/applicants.ts'
import { findDemoPerson } from '#tests/support/fixtures/demo-people.ts'

test('V7.4.4 the sidebar has its groups and can be folded; the top bar shows the user and indicates running calls', async ({
  page,
}) => {
  await restoreSession(page, findDemoPerson('verified'))
  const release = await delayResponses(page, '**/applications/my/summary')
  await page.goto('/app/dashboard')
  await expect(page.locator('[data-busy]')).toHaveCount(1)
  release()
  await expect(page.getByText('Application Approved')).toBeVisible()
  await expect(page.locator('[data-busy]')).toHaveCount(0)

  const sidebar = page.getByRole('complementary')
  await expect(sidebar.getByText('Academic Staff Recruitment 2024')).toBeVisible()
  await expect(sidebar.getByRole('navigation')).toHaveText(
    'DashboardNotificationsAcademicApplicationPaymentPrintSettingsAccount Setting',
  )
  const bar = page.getByRole('banner')
  const { surname, firstName, middleName, userId } = findDemoPerson('verified')
  await expect(bar).toContainText(`${surname} ${firstName} ${middleName}`)
  await expect(bar).toContainText(userId)
  await expect(bar.getByRole('button', { name: 'Logout' })).toBeVisible()
  const wide = (await sidebar.boundingBox())?.width ?? 0
  await sidebar.getByRole('button', { name: 'Fold the sidebar' }).click()
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeLessThan(wide / 2)
  await sidebar.getByRole('button', { name: 'Unfold the sidebar' }).click()
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(wide)

  await expect(page.getByRole('button', { name: /^Exam: \d{1,2} \w+ 20\d\d$/ })).toBeVisible()
  await expect(page.locator('td[data-today="true"]')).toHaveText(
    String(await page.evaluate(() => new Date().getDate())),
  )
  for (const title of ['Exam date', 'Exam time', 'Exam venue', 'CBT result', 'Interview result'])
    await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible()
  await page.goto('/admin/dashboard')
  await expect(page.getByText('Application Approved')).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  await expect(sidebar).toBeHidden()
  const menu = page.getByRole('button', { name: 'Open the menu' })
  await menu.click()
  await expect(page.getByRole('button', { name: 'Close the menu' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  await menu.click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Account Setting' }).click()
  await expect(page).toHaveURL('/app/settings')
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()

  // A tablet that is turned while the menu is open.
  await menu.click()
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.getByRole('button', { name: 'Close the menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  await expect(menu).toBeHidden()
  await sidebar.getByRole('link', { name: 'Notifications' }).click()
  await expect(page).toHaveURL('/app/notification')
})

test('a page that fails to load shows Unexpected Application Error! with status and message', async ({
  page,
  product,
  gateway,
  expectFailure,
}) => {
  const code = readdirSync('dist/web/assets').find((name) => /^settings-page-.+\.js$/.test(name))
  for (const method of ['GET', 'HEAD']) gateway.failWith(`${method} /assets/${code}`, badGateway)
  expectFailure({ status: 'Failed to fetch dynamically imported module', url: /assets/ })
  await restoreSession(page, await createPaidApplicant(product))
  await page.goto('/app/dashboard')
  await expect(page.getByRole('heading', { name: 'Enrolled Information' })).toBeVisible()
  await page.getByRole('link', { name: 'Account Setting' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(/^502 Failed to fetch dynamically imported module/)
  gateway.restore()
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Account Setting' })).toBeVisible()
})

test('a page whose code was lost on its way is loaded again', async ({ page, expectFailure }) => {
  expectFailure({ status: 'ERR_CONNECTION_RESET', url: /assets/ })
  await page.goto('/auth/login')
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/forgot-password-page-*.js', (route) => route.abort('connectionreset'), { times: 1 })
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible({ timeout: 20_000 })
  await page.getByRole('link', { name: 'Contact us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible()
})

test('who goes back while a page’s code loads sees the page before, whichever layout it has', async ({ page }) => {
  const ways = [
    { from: '/app/settings', link: 'Notifications', to: '/app/notification', title: 'Account Setting' },
    { from: '/contact', link: 'Dashboard', to: '/app/dashboard', title: 'Contact us' },
  ]
  await restoreSession(page, findDemoPerson('verified'))
  for (const { from, link, to, title } of ways) {
    await page.goto(from)
    await page.waitForLoadState('networkidle')
    const release = await delayResponses(page, '**/assets/*.js')
    await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click()
    await expect(page).toHaveURL(to)
    await expect(page.getByText('Loading…').first()).toBeAttached()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    release()
    await page.unrouteAll({ behavior: 'wait' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([title])
  }
})
