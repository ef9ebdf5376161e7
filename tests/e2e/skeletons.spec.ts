// What pages that need a session say before their code has loaded. The outline of each is checked by screens.spec.ts.
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { delayResponses, expectNoSidewaysScroll, restoreSession } from '#tests/support/browser/pages.ts'
import { collectCalls } from '#tests/support/browser/screens/outline.ts'
import { saveScreenshot } from '#tests/support/browser/screens/screenshots.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { findDemoPerson } from '#tests/support/fixtures/demo-people.ts'

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
  await saveScreenshot(page, 'outline-next-step-360')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await saveScreenshot(page, 'outline-next-step-1280')
  await expectAccessible(page)

  release()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeEnabled()
  await expect(page.getByRole('heading', { name: 'Enrolled Information' })).toBeVisible()
  await expect(title).toBeVisible()
  expect(await page.evaluate(() => framesWithout('Your application is submitted'))).toBe(0)

  // Whatever somebody is called.
  await page.setViewportSize({ width: 320, height: 640 })
  const heading = page.getByRole('heading', { level: 1 })
  await heading.evaluate((element) => element.append('Oluwaseunfunmilayo'.repeat(2)))
  await expectNoSidewaysScroll(page)
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
