// Offline use: the app opens, the form can be filled in, and only the app is cached. The network fails in a way that the
// browser notices (`setOffline`) and in one that it does not (the proxy).
import type { BrowserContext } from '@playwright/test'
import { expect, expectAccessible } from '#tests/support/browser/journey.ts'
import {
  birthplaceField,
  expectSavedOnDevice,
  findOfflineBanner,
  openFormOnPage,
  readServerDraft,
  test,
} from '#tests/support/browser/network/offline-journey.ts'
import { readLocalStorage } from '#tests/support/browser/pages.ts'
import { expectSaved } from '#tests/support/browser/wizard-pages.ts'
import { createPaidApplicant, createReadyApplicant } from '#tests/support/fixtures/applicants.ts'

test('after one visit phones offer to install the app, and every page of /app opens offline', async ({
  page,
  product,
  network,
}) => {
  const applicant = await createPaidApplicant(product)
  await openFormOnPage(page, applicant)
  const devtools = await page.context().newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Playwright's contexts are incognito.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])

  await network.disconnect()
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
    // The banner appears only after a failed request, and the not-found page sends none.
    if (path.startsWith('/app')) await expect(findOfflineBanner(page)).toBeVisible()
  }
})

test('text typed while offline survives a reload and reaches the server', async ({
  page,
  context,
  product,
  network,
}) => {
  const applicant = await createPaidApplicant(product)
  await openFormOnPage(page, applicant)
  const text = 'Nnewi in the Anambra valley'

  await birthplaceField(page).pressSequentially(text.slice(0, 5), { delay: 20 })
  await context.setOffline(true)
  await birthplaceField(page).pressSequentially(text.slice(5, 12), { delay: 20 })
  await expect(findOfflineBanner(page)).toBeVisible()
  await expectSavedOnDevice(page)

  await birthplaceField(page).pressSequentially(text.slice(12, 18), { delay: 20 })
  // A service worker started while the context is offline still has network access in Chromium.
  await network.disconnect()
  await page.reload()
  await expect(birthplaceField(page)).toHaveValue(text.slice(0, 18))
  await birthplaceField(page).press('End')
  await birthplaceField(page).pressSequentially(text.slice(18, 24), { delay: 20 })
  await expectSavedOnDevice(page)
  await expectAccessible(page)

  await network.restore()
  await context.setOffline(false)
  await birthplaceField(page).pressSequentially(text.slice(24), { delay: 20 })
  const online = page.getByText('You are back online.')
  await expect(online).toBeVisible()
  await expectSaved(page)
  expect((await readServerDraft(product, applicant)).placeOfBirth).toBe(text)
  await expect(online).toBeHidden()
  await expect(findOfflineBanner(page)).toBeHidden()
})

test('no input is lost when the session ends while typing', async ({ page, product, expectFailure }) => {
  const applicant = await createPaidApplicant(product)
  await openFormOnPage(page, applicant)
  await birthplaceField(page).fill('Ikot Ekpene')
  await expectSaved(page)
  expectFailure({ status: 401, url: /\/api\/v1\// })
  const { token } = await page.evaluate(() => ({ token: localStorage.getItem('token') ?? '' }))
  await product.call('POST', '/users/logout', { token })
  await birthplaceField(page).pressSequentially(' town', { delay: 20 })
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByText('Your session has ended. Log in again.').first()).toBeVisible()

  await page.getByLabel('User ID').fill(applicant.userId)
  await page.getByLabel('Password', { exact: true }).fill(applicant.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/app\/application/)
  await expect(birthplaceField(page)).toHaveValue('Ikot Ekpene town')
  await expectSaved(page)
  expect((await readServerDraft(product, applicant)).placeOfBirth).toBe('Ikot Ekpene town')
})

test('the device caches the app only, with its strict policy and without personal data, and the payment page has its own policy again once online', async ({
  page,
  context,
  product,
  expectFailure,
}) => {
  expectFailure({ status: 400, url: /\/slips\/00000000$/ })
  const applicant = await createReadyApplicant(product)
  await openFormOnPage(page, applicant)
  await birthplaceField(page).fill('Secret place')
  await expectSaved(page)
  for (const path of ['/app/dashboard', '/app/prints', '/app/payment', '/auth/payment', '/verify/0000-0000', '/']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const policy = await page.evaluate(async () =>
    (await caches.match('/spa.html'))?.headers.get('content-security-policy'),
  )
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-src 'none'")
  await context.setOffline(true)
  await page.goto('/auth/payment')
  await expect(page.getByRole('heading', { level: 1, name: 'Proceed to Make Payment' })).toBeVisible()
  await expect(page.locator('#root')).toHaveAttribute('data-shell')
  await context.setOffline(false)
  await expect(page.locator('#root')).not.toHaveAttribute('data-shell')
  const ownPolicy = await page.evaluate(async () => (await fetch(location.href)).headers.get('content-security-policy'))
  expect(ownPolicy).toContain(`frame-src http://localhost:${new URL(product.remita).port}`)

  await page.goto('/app/dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/auth/login')

  const { paths, text } = await readCaches(context)
  expect(paths.length).toBeGreaterThan(30)
  expect(
    paths.filter((path) => !/^\/(assets\/[\w.-]+\.(js|css)|spa\.html|[\w-]+\.(svg|woff2|webmanifest))$/.test(path)),
  ).toEqual([])
  for (const secret of [applicant.userId, applicant.email, applicant.token, 'Secret place', 'Amina'])
    expect(text).not.toContain(secret)
  expect(Object.keys(await readLocalStorage(page))).toEqual([])
})

async function readCaches(context: BrowserContext) {
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
