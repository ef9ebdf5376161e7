// The line goes: the app opens, the form goes on, and what the device keeps is the app alone. The network is cut both as the
// browser notices it (`setOffline`) and as it does not: by what stands between it and the server.
import type { BrowserContext } from '@playwright/test'
import { expect, expectAccessible } from '#tests/support/browser/journey.ts'
import {
  birthplace,
  expectKept,
  expectOnDevice,
  offline,
  openForm,
  serverDraft,
  test,
} from '#tests/support/browser/offline-journey.ts'
import { kept } from '#tests/support/browser/pages.ts'
import { expectSaved } from '#tests/support/browser/wizard-pages.ts'
import { aPaidApplicant, aReadyApplicant } from '#tests/support/fixtures/accounts.ts'

test('the app opens without a line after one visit, on every screen of /app', async ({ page, product, line }) => {
  const applicant = await aPaidApplicant(product)
  await openForm(page, applicant)
  await line.cut()
  for (const [path, title] of [
    ['/app/dashboard', /Example Amina Bola/],
    ['/app/application', 'Application'],
    ['/app/prints', /./],
    ['/app/payment', /./],
    ['/app/notification', 'Notifications'],
    ['/app/settings', /./],
    ['/no/such/page', 'Page not found'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    // A page that asks the server nothing has nothing to miss.
    if (path.startsWith('/app')) await expect(offline(page)).toBeVisible()
  }
})

test('typed while the line goes, reloaded without one: every letter is there, and reaches the server', async ({
  page,
  context,
  product,
  line,
}) => {
  const applicant = await aPaidApplicant(product)
  await openForm(page, applicant)
  const text = 'Nnewi in the Anambra valley'

  await birthplace(page).pressSequentially(text.slice(0, 5), { delay: 20 })
  await context.setOffline(true)
  await birthplace(page).pressSequentially(text.slice(5, 12), { delay: 20 })
  await expect(offline(page)).toBeVisible()
  await expectOnDevice(page)

  await birthplace(page).pressSequentially(text.slice(12, 18), { delay: 20 })
  // Chromium lets a worker through that is started while the context is offline.
  await line.cut()
  await page.reload()
  await expect(birthplace(page)).toHaveValue(text.slice(0, 18))
  await birthplace(page).press('End')
  await birthplace(page).pressSequentially(text.slice(18, 24), { delay: 20 })
  await expectOnDevice(page)
  await expectAccessible(page)

  await line.mend()
  await context.setOffline(false)
  await birthplace(page).pressSequentially(text.slice(24), { delay: 20 })
  const online = page.getByText('You are back online.')
  await expect(online).toBeVisible()
  await expectSaved(page)
  expect((await serverDraft(product, applicant)).placeOfBirth).toBe(text)
  await expect(online).toBeHidden()
  await expect(offline(page)).toBeHidden()
})

test('a session that ends in the middle takes no letter along', async ({ page, product, expectFailure }) => {
  const applicant = await aPaidApplicant(product)
  await openForm(page, applicant)
  await birthplace(page).fill('Ikot Ekpene')
  await expectSaved(page)
  expectFailure({ status: 401, url: /\/api\/v1\// })
  const { token } = await page.evaluate(() => ({ token: localStorage.getItem('token') ?? '' }))
  await product.call('POST', '/users/logout', { token })
  await birthplace(page).pressSequentially(' town', { delay: 20 })
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByText('Your session has ended. Log in again.').first()).toBeVisible()

  await page.getByLabel('User ID').fill(applicant.userId)
  await page.getByLabel('Password', { exact: true }).fill(applicant.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/app/dashboard')
  await page.goto('/app/application')
  await expect(birthplace(page)).toHaveValue('Ikot Ekpene town')
  await expectSaved(page)
  expect((await serverDraft(product, applicant)).placeOfBirth).toBe('Ikot Ekpene town')
})

test('what is kept on the device is the app, and nothing of anybody who used it', async ({
  page,
  context,
  product,
  expectFailure,
}) => {
  expectFailure({ status: 400, url: /\/slips\/0000-0000$/ })
  const applicant = await aReadyApplicant(product)
  await openForm(page, applicant)
  await birthplace(page).fill('Secret place')
  await expectSaved(page)
  for (const path of ['/app/dashboard', '/app/prints', '/app/payment', '/auth/payment', '/verify/0000-0000', '/']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto('/app/dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/auth/login')

  const { paths, text } = await everythingCached(context)
  expect(paths.length).toBeGreaterThan(30)
  expect(
    paths.filter(
      (path) => !/^\/(assets\/[\w.-]+\.(js|css)|app\/dashboard|[\w-]+\.(svg|woff2|webmanifest))$/.test(path),
    ),
  ).toEqual([])
  for (const words of [applicant.userId, applicant.email, applicant.token, 'Secret place', 'Amina'])
    expect(text).not.toContain(words)
  expect(Object.keys(await kept(page))).toEqual([])
})

test('the shell that is kept has the strict policy, and the payment page its own again when the line is back', async ({
  page,
  context,
  product,
}) => {
  const applicant = await aPaidApplicant(product)
  await openForm(page, applicant)
  const policy = await page.evaluate(async () =>
    (await caches.match('/app/dashboard'))?.headers.get('content-security-policy'),
  )
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-src 'none'")
  await context.setOffline(true)
  await page.goto('/auth/payment').catch(() => {})
  await context.setOffline(false)
  const answer = await page.goto('/auth/payment')
  expect(answer?.fromServiceWorker()).toBe(false)
  expect(answer?.headers()['content-security-policy']).toContain(
    `frame-src http://localhost:${new URL(product.remita).port}`,
  )
})

test('phones offer to install it', async ({ page }) => {
  await page.goto('/auth/login')
  await expectKept(page)
  const devtools = await page.context().newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // The journeys' browser keeps nothing after them, which is no fault of the app.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
})

async function everythingCached(context: BrowserContext) {
  const [page] = context.pages()
  if (!page) throw new Error('No page is open.')
  return page.evaluate(async () => {
    const paths: string[] = []
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        paths.push(new URL(request.url).pathname)
        texts.push((await (await cache.match(request))?.text()) ?? '')
      }
    }
    return { paths, text: texts.join('\n') }
  })
}
