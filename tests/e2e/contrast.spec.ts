// What is left where a system draws all pages in a few colours of its own, or with more contrast: edges of what can be
// pressed or filled in, what is chosen, how far something is. Pictures of it are kept in screens/.
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { comeBack, logIn, toastOf } from '#tests/support/browser/pages.ts'
import { shownScreens } from '#tests/support/browser/screens.ts'
import type { StagedProduct } from '#tests/support/browser/staged-product.ts'
import { demoPerson } from '#tests/support/fixtures/people.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** A screen as `npm run screens` shows it. */
async function show(page: Page, product: StagedProduct, name: string) {
  const shown = shownScreens.find((one) => one.name === name)
  if (!shown) throw new Error(`There is no screen ${name}.`)
  if (shown.visitor) await comeBack(page, await shown.visitor(product))
  await page.goto(shown.path)
  await shown.act?.(page, product)
  await expect(page.getByText(shown.words).filter({ visible: true }).first()).toBeVisible()
}

const styleOf = (locator: Locator, ...names: string[]) =>
  locator.evaluate((element, names) => names.map((name) => getComputedStyle(element).getPropertyValue(name)), names)

test.describe('with forced colours', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

  for (const name of ['login-refused', 'payment', 'step-2-open', 'step-5-faults', 'settings'])
    test(`all that can be pressed or filled in keeps its edge: ${name}`, async ({ page, product, expectFailure }) => {
      expectFailure({ status: 401, url: /users\/login$/ })
      await show(page, product, name)
      const bare = await page.evaluate(() =>
        [...document.querySelectorAll('input, select, textarea, [class*="button"], [class*="drop"]')]
          .filter((element) => element.getClientRects().length > 0)
          .filter((element) => element.getAttribute('type') !== 'file')
          .filter((element) => {
            const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element)
            return borderTopStyle === 'none' || borderTopWidth === '0px' || borderTopColor === backgroundColor
          })
          .map((element) => element.outerHTML.slice(0, 200)),
      )
      expect(bare).toEqual([])
      await page.screenshot({ path: `screens/forced-${name}-1280.png`, fullPage: true })
    })

  test('the open tab is told by its line', async ({ page, product }) => {
    await show(page, product, 'contact-new')
    const [open] = await styleOf(page.getByRole('tab', { selected: true }), 'border-bottom-color')
    const [other] = await styleOf(page.getByRole('tab', { selected: false }), 'border-bottom-color')
    expect(open).not.toBe(other)
  })

  test('the current page and the current step are ringed, and a day of note looks like no other', async ({ page }) => {
    await comeBack(page, demoPerson('verified'))
    await page.clock.setFixedTime('2026-12-01T09:00:00Z')
    await page.goto('/app/dashboard')
    const current = page.getByRole('link', { name: 'Dashboard' })
    await expect(current).toHaveAttribute('aria-current', 'page')
    expect(await styleOf(current, 'border-top-style')).toEqual(['solid'])
    const [filled] = await styleOf(page.getByRole('gridcell', { name: /, today$/ }), 'background-color')
    const exam = page.getByRole('gridcell', { name: '7 December 2026, exam' })
    const [plain, ring] = await styleOf(exam, 'background-color', 'outline-style')
    expect(filled).not.toBe(plain)
    expect(ring).toBe('solid')
    await page.screenshot({ path: 'screens/forced-dashboard-1280.png', fullPage: true })

    await comeBack(page, demoPerson('paid'))
    await page.goto('/app/application')
    const dots = page.getByRole('list', { name: 'Steps of the form' }).locator('li [class*="dot"]')
    expect(await styleOf(dots.first(), 'outline-style')).toEqual(['solid'])
    expect(await styleOf(dots.last(), 'outline-style')).toEqual(['none'])
    await page.screenshot({ path: 'screens/forced-step-1-1280.png', fullPage: true })
  })

  test('the focus is seen', async ({ page }) => {
    await page.goto('/auth/login')
    await page.getByLabel('User ID').focus()
    for (let stop = 0; stop < 4; stop += 1) {
      const [style, width] = await styleOf(page.locator(':focus'), 'outline-style', 'outline-width')
      expect([style, width]).toEqual(['solid', '3px'])
      await page.keyboard.press('Tab')
    }
  })
})

test('more contrast, where it is asked for, leaves nothing pale', async ({ page, product }) => {
  await page.emulateMedia({ contrast: 'more' })
  for (const name of ['step-2-open', 'dashboard-verified']) {
    await show(page, product, name)
    await expectAccessible(page)
    await page.screenshot({ path: `screens/contrast-${name}-1280.png`, fullPage: true })
  }
  const [ink, muted] = await styleOf(page.locator('html'), '--ink', '--ink-muted')
  expect(muted).toBe(ink)
})

test('where no motion is wanted, nothing moves', async ({ page, expectFailure }) => {
  expectFailure({ status: 401, url: /users\/login$/ })
  const longest = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .map((element) => getComputedStyle(element))
        .flatMap(({ transitionDuration, animationDuration, animationName }) => [
          ...transitionDuration.split(','),
          // What works breathes instead of turning.
          ...(/breathe/.test(animationName) ? [] : animationDuration.split(',')),
        ])
        .reduce((most, duration) => Math.max(most, Number.parseFloat(duration)), 0),
    )
  await logIn(page, { userId: 'RE24-77777', password: 'wrong-one' })
  await expect(toastOf(page, 'User ID or password is incorrect.')).toBeVisible()
  expect(await longest()).toBe(0)
  await comeBack(page, demoPerson('paid'))
  await page.setViewportSize({ width: 360, height: 760 })
  await page.goto('/app/dashboard')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  expect(await longest()).toBe(0)
})
