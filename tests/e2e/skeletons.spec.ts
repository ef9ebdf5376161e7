// Pages that need a session, before their code has loaded.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { delayResponses, expectNoSidewaysScroll, restoreSession } from '#tests/support/browser/pages.ts'
import { saveScreenshot } from '#tests/support/browser/screens/screenshots.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { findDemoPerson } from '#tests/support/fixtures/demo-people.ts'

const skeletonPaths = [
  '/app/dashboard',
  '/app/application',
  '/app/payment',
  '/app/prints',
  '/app/settings',
  '/app/notification',
]

/** Collects the calls of the page, by path. */
function collectCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname.replace('/api/v1', ''))
  })
  return calls
}

for (const path of skeletonPaths) {
  test(`${path} shows its outline and sends its first calls while its code loads, and nothing jumps afterwards`, async ({
    page,
  }) => {
    await restoreSession(page, findDemoPerson('submitted'))
    await page.setViewportSize({ width: 360, height: 760 })
    const calls = collectCalls(page)
    const release = await delayResponses(page, '**/assets/*.js')
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('button', { name: 'Logout' })).toBeDisabled()
    await expect(page.getByRole('status').getByText('Loading…')).toBeAttached()
    await expect.poll(() => calls).toContain('/users/me')
    await saveScreenshot(page, `outline${path.replaceAll('/', '-')}-360`)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await expect(page.getByRole('link', { name: 'Account Setting' })).toHaveAttribute('href', '/app/settings')
    await saveScreenshot(page, `outline${path.replaceAll('/', '-')}-1280`)
    const bar = await page.getByRole('banner').boundingBox()

    release()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeEnabled()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('status').getByText('Loading…')).toHaveCount(0)
    expect(await page.getByRole('banner').boundingBox()).toEqual(bar)
    // Each answer was used: no call is sent twice.
    expect(calls.filter((call, n) => calls.indexOf(call) !== n)).toEqual([])
  })
}

declare global {
  var framesWithout: (text: string) => number
}

/** Runs in the page: counts the frames that lack a text after one that had it. */
function watchFrames() {
  const frames: string[] = []
  globalThis.framesWithout = (text) => {
    const first = frames.findIndex((frame) => frame.includes(text))
    return frames.slice(first).filter((frame) => !frame.includes(text)).length
  }
  setInterval(() => frames.push(document.body?.textContent ?? ''), 4)
}

test('the dashboard says who it is for and what comes next while its code loads, and keeps on saying it', async ({
  page,
}) => {
  await restoreSession(page, findDemoPerson('submitted'))
  await page.setViewportSize({ width: 360, height: 760 })
  await page.addInitScript(watchFrames)
  const release = await delayResponses(page, '**/assets/*.js')
  await page.goto('/app/dashboard', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, \w+/ })).toBeVisible()
  const title = page.getByRole('heading', { level: 2, name: 'Your application is submitted' })
  await expect(title).toBeVisible()
  await expect(page.getByText(/Your number is APP-/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Print your slips' })).toHaveAttribute('href', '/app/prints')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeDisabled()
  await page.screenshot({ path: 'screens/outline-next-step-360.png' })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.screenshot({ path: 'screens/outline-next-step-1280.png' })
  await expectAccessible(page)

  release()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeEnabled()
  await expect(page.getByRole('heading', { name: 'Enrolled Information' })).toBeVisible()
  await expect(title).toBeVisible()
  expect(await page.evaluate(() => framesWithout('Your application is submitted'))).toBe(0)
})

test('the payment page shows its outline while its code loads', async ({ page, product }) => {
  await restoreSession(page, await createApplicant(product))
  const calls = collectCalls(page)
  const release = await delayResponses(page, '**/assets/*.js')
  await page.goto('/auth/payment', { waitUntil: 'commit' })
  await expect(page.getByRole('status').getByText('Loading…')).toBeAttached()
  await expect.poll(() => calls).toContain('/users/me')
  await expectAccessible(page)
  release()
  await expect(page.getByRole('button', { name: 'Generate RRR' })).toBeVisible()
})

test('a guest who opens a page of the app is led to the login, and nothing is asked in their name', async ({
  page,
}) => {
  const calls = collectCalls(page)
  await page.goto('/app/settings')
  await expect(page).toHaveURL('/auth/login')
  expect(calls).not.toContain('/users/me')
})
