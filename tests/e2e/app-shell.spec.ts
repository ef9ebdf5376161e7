// Around the pages: redirects, sidebar and top bar, loading indicator, request headers, unknown and failing pages.
import { readdirSync } from 'node:fs'
import { expect } from '#tests/support/browser/journey.ts'
import { badGateway } from '#tests/support/browser/network/faulty-gateway.ts'
import { test } from '#tests/support/browser/network/gateway-journey.ts'
import { delayResponses, findToast, restoreSession } from '#tests/support/browser/pages.ts'
import { createApplicant, createPaidApplicant } from '#tests/support/fixtures/applicants.ts'
import { findDemoPerson } from '#tests/support/fixtures/demo-people.ts'

test('the guard requires a changed password, then the payment, then a token', async ({ page }) => {
  await page.goto('/robots.txt')
  for (const [passChange, paymentstatus, token, address] of [
    [true, false, '', '/auth/update-password'],
    [true, true, 'a-token', '/auth/update-password'],
    [false, false, '', '/auth/payment'],
    [false, true, '', '/auth/login'],
  ] as const) {
    await page.evaluate(
      ([user, token]) => {
        localStorage.setItem('user', user)
        localStorage.setItem('token', token)
      },
      [JSON.stringify({ passChange, paymentstatus }), token] as const,
    )
    const release = await delayResponses(page, '**/users/me')
    await page.goto('/app/notification')
    await expect(page).toHaveURL(address)
    // The page has loaded its code: one that is left earlier reloads itself, in the way of the next address.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/robots.txt')
    release()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

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

  await expect(page.getByText('Exam: 7 December 2026')).toBeVisible()
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
})

test('while the token’s user is not known the top bar says Welcome, Guest!', async ({ page, product, gateway }) => {
  await restoreSession(page, await createPaidApplicant(product))
  await page.evaluate(() => localStorage.removeItem('user'))
  gateway.failWith('GET /users/me', badGateway)
  await page.goto('/app/settings')
  await expect(page.getByRole('banner')).toContainText('Welcome, Guest!')
  await expect(page.getByRole('alert')).toContainText('Failed to retrieve user details')
  await expect(findToast(page, 'Failed to retrieve user details')).toBeVisible()
  gateway.restore()
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('banner')).toContainText('Example Amina Bola')
  await expect(page.getByRole('heading', { name: 'Account Setting' })).toBeVisible()
})

test('calls send the token if there is one, and the XSRF cookie’s value', async ({ page, product, gateway }) => {
  const { token, userId, password } = await createPaidApplicant(product)
  const headersOf = (wanted: string) => gateway.receivedCalls.findLast(({ call }) => call === wanted)?.headers
  await page.context().addCookies([{ name: 'XSRF-TOKEN', value: 'a%20copy', domain: 'localhost', path: '/' }])
  await page.goto('/auth/login')
  await expect.poll(() => headersOf('GET /exercise')).toMatchObject({ 'x-xsrf-token': 'a copy' })
  expect(headersOf('GET /exercise')).not.toHaveProperty('authorization')

  // Logging in while an older session's token is still stored.
  await page.evaluate((token) => localStorage.setItem('token', token), token)
  await page.reload()
  await page.getByLabel('User ID').fill(userId)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(findToast(page, 'Login successful.')).toBeVisible()
  expect(headersOf('POST /users/login')).toMatchObject({ 'x-xsrf-token': 'a copy' })
  expect(headersOf('POST /users/login')).not.toHaveProperty('authorization')
  await expect(page).toHaveURL('/app/dashboard')
  await expect.poll(() => headersOf('GET /users/me')?.authorization).toMatch(/^Bearer [\w-]{43}$/)
})

test('Go Home leads guests to the start page and logged-in users to the dashboard', async ({
  page,
  product,
  expectFailure,
}) => {
  expectFailure({ status: 404, url: /\/no\/such\/page$/ })
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL('/')
  await restoreSession(page, await createPaidApplicant(product))
  await page.goto('/no/such/page')
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL('/app/dashboard')
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
  await page.getByRole('link', { name: 'Account Setting' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(/^502 Failed to fetch dynamically imported module/)
  gateway.restore()
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Account Setting' })).toBeVisible()
})

test('the dashboard shows the result of a payment check', async ({ page, product, gateway, expectFailure }) => {
  await restoreSession(page, await createPaidApplicant(product))
  await page.goto('/app/dashboard')
  await page.getByText('Check another RRR').click()
  const check = page.getByRole('button', { name: 'Verify payment' })
  const alert = page.getByRole('main').getByRole('alert')
  await check.click()
  await expect(alert).toContainText('Missing token or rrr. Payment verification skipped.')
  expect(gateway.receivedCalls.filter(({ call }) => call.includes('verify-remita'))).toEqual([])
  expectFailure({ status: 404, url: /verify-remita/ })
  await page.getByLabel('Reference number').fill('123456789012')
  await check.click()
  await expect(alert).toContainText('This RRR was not issued to you.')
  gateway.failWith('GET /payments/verify-remita', 'hangs up')
  await check.click()
  await expect(alert).toContainText('A network error occurred during payment verification.')
})

test('an unpaid applicant is redirected to the payment page from every page of /app', async ({ page, product }) => {
  await restoreSession(page, await createApplicant(product))
  for (const path of ['/app/prints', '/admin/dashboard']) {
    await page.goto(path)
    await expect(page).toHaveURL('/auth/payment')
    // The payment page has its own content security policy, so the browser loads it anew.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})
