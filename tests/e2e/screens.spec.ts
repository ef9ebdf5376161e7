// One visit to every screen state, on phone, tablet and desktop and at 200 % zoom: no overflow, no clipped text, no axe
// violations, and on phones no target that is too small and nothing that Tab does not reach in its order. `npm run
// screens` saves screenshots in screens/ and looks at all states with axe on the desktop too, at 200 % text size and with
// a wide font, which other runs do for a few.
import type { Page } from '@playwright/test'
import { paths } from '#shared/routes.ts'
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { expectKeyboardWalk } from '#tests/support/browser/keyboard-walk.ts'
import { expectNoSidewaysScroll, restoreSession } from '#tests/support/browser/pages.ts'
import type { ProductWithDatabase } from '#tests/support/browser/product-with-database.ts'
import { openWithOutline } from '#tests/support/browser/screens/outline.ts'
import { type ScreenState, screenVisits } from '#tests/support/browser/screens/screen-states.ts'
import { areScreenshotsWanted, savePrint, saveScreenshot } from '#tests/support/browser/screens/screenshots.ts'
import { singleScreenChecks } from '#tests/support/browser/screens/single-screen-checks.ts'
import { expectNoClippedText, withTextSize, withWideFont } from '#tests/support/browser/screens/text-clipping.ts'
import { expectTouchTargets } from '#tests/support/browser/screens/touch-targets.ts'
import { findDemoPerson, type Login } from '#tests/support/fixtures/demo-people.ts'

// Screenshots need pages without animation.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const desktop = { width: 1280, height: 800 }
const tablet = { width: 768, height: 1024 }
const phone = { width: 360, height: 760 }
/** Also the desktop at 400 % zoom. */
const smallPhone = { width: 320, height: 640 }
/** The desktop at 200 % zoom. */
const zoomedDesktop = { width: 640, height: 400 }

/** With long words, narrow columns, tables, or many fields: looked at in every way in each run. */
const alwaysWhole = ['home', 'login', 'payment-rrr', 'dashboard-verified', 'step-2-open', 'step-6', 'prints']

test('every page is visited, the screens that are looked at in other ways are there, and each has a name of its own', () => {
  const states = Object.values(screenVisits).flat()
  const visited = states.map(({ path }) => path.split('?')[0])
  // A second address of the dashboard.
  const { adminDashboard: _, ...pages } = paths
  expect(Object.values(pages).filter((path) => !visited.includes(path))).toEqual([])
  const names = states.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([...alwaysWhole, ...Object.keys(singleScreenChecks)]))
  expect(names).toEqual([...new Set(names)])
})

for (const [visit, states] of Object.entries(screenVisits)) {
  test(`screens: ${visit}`, async ({ page, product, expectFailure }) => {
    // Up to a dozen screens.
    test.slow()
    let previous: ScreenState['visitor']
    for (const state of states)
      await test.step(state.name, async () => {
        const { visitor, failures = [] } = state
        for (const failure of failures) expectFailure(failure)
        if (visitor !== previous) await changeVisitor(page, await visitor?.(product))
        previous = visitor
        await page.setViewportSize(desktop)
        await openScreen(page, product, state)
        await checkScreen(page, state)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      })
  })
}

async function changeVisitor(page: Page, login: Login | undefined) {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
  if (login) await restoreSession(page, login)
}

async function openScreen(
  page: Page,
  product: ProductWithDatabase,
  { path, act, completeText, hasOutline }: ScreenState,
) {
  if (hasOutline) await openWithOutline(page, path)
  else await page.goto(path)
  await act?.(page, product)
  // A page that cannot be loaded is tried several times before it says so.
  await expect(page.getByText(completeText).filter({ visible: true }).first()).toBeVisible({ timeout: 30_000 })
  await page.evaluate(() => document.fonts.ready)
}

/** All sizes in one visit, because opening the screen takes most of the time. */
async function checkScreen(page: Page, { name }: ScreenState) {
  const isWhole = areScreenshotsWanted || alwaysWhole.includes(name)
  await page.setViewportSize(desktop)
  await expectNoSidewaysScroll(page)
  if (isWhole) await expectAccessible(page)
  await takeScreenshot(page, name)

  await page.setViewportSize(tablet)
  await expectNoSidewaysScroll(page)
  await takeScreenshot(page, name)

  await page.setViewportSize(zoomedDesktop)
  await expectNoSidewaysScroll(page)
  await expectNoClippedText(page)

  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await expectTouchTargets(page)
  await takeScreenshot(page, name)

  if (isWhole)
    await withTextSize(page, '200%', async () => {
      await expectReadable(page)
      await withWideFont(page, () => expectReadable(page))
    })

  for (const check of singleScreenChecks[name] ?? []) {
    await page.setViewportSize(desktop)
    await check(page, name)
  }

  await page.setViewportSize(smallPhone)
  await expectNoSidewaysScroll(page)
  await withTextSize(page, '200%', () => expectNoSidewaysScroll(page))
  // Remita's widget holds the focus within itself.
  if (name === 'payment-widget') return
  // A toast lies over the head of the page for five seconds.
  const toasts = page.getByRole('region', { name: 'Messages' }).getByRole('button')
  await toasts.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => void button.click()))
  await expect(toasts).toHaveCount(0)
  await expectKeyboardWalk(page, Number.POSITIVE_INFINITY)
}

async function expectReadable(page: Page) {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await expectNoClippedText(page)
  }
}

async function takeScreenshot(page: Page, name: string) {
  // Otherwise sticky headers appear in the middle of a full-page screenshot.
  await page.evaluate(() => scrollTo(0, 0))
  await saveScreenshot(page, `${name}-${page.viewportSize()?.width}`, { fullPage: true, animations: 'disabled' })
}

/** A4 at 96 dpi. */
const a4 = { width: 794, height: 1123 }

for (const [name, path] of [
  ['application-slip', '/app/prints'],
  ['payment-slip', '/app/payment'],
] as const) {
  test(`print: ${name}`, async ({ page }) => {
    await restoreSession(page, findDemoPerson('submitted'))
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize(a4)
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await takeScreenshot(page, `print-${name}`)
    await savePrint(page, name)
  })
}
