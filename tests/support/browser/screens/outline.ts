// Pages that need a session, before their code has loaded.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../journey.ts'
import { delayResponses, expectNoSidewaysScroll } from '../pages.ts'
import { areScreenshotsWanted, saveScreenshot } from './screenshots.ts'

/** Collects the calls of the page, by path. */
export function collectCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname.replace('/api/v1', ''))
  })
  return calls
}

/** Opens the page: it shows its outline and sends its first calls while its code loads, and nothing jumps afterwards. */
export async function openWithOutline(page: Page, path: string): Promise<void> {
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
  if (areScreenshotsWanted) await expectAccessible(page)
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
}
