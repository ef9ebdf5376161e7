// Forced colours, more contrast and reduced motion: borders, selection and focus stay visible.
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { findToast, logInOnPage, restoreSession } from '#tests/support/browser/pages.ts'
import type { ProductWithDatabase } from '#tests/support/browser/product-with-database.ts'
import { screenStates } from '#tests/support/browser/screens/screen-states.ts'
import { saveScreenshot } from '#tests/support/browser/screens/screenshots.ts'
import { findDemoPerson } from '#tests/support/fixtures/demo-people.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Opens a screen state as `npm run screens` does. */
async function openScreen(page: Page, product: ProductWithDatabase, name: string) {
  const state = screenStates.find((one) => one.name === name)
  if (!state) throw new Error(`There is no screen ${name}.`)
  if (state.visitor) await restoreSession(page, await state.visitor(product))
  await page.goto(state.path)
  await state.act?.(page, product)
  await expect(page.getByText(state.completeText).filter({ visible: true }).first()).toBeVisible()
}

/** Reads them anew until there are values: the app replaces the elements of a skeleton, which then have none. */
async function styleOf(locator: Locator, ...names: string[]): Promise<string[]> {
  let values: string[] = []
  await expect(async () => {
    values = await locator.evaluate(
      (element, names) => names.map((name) => getComputedStyle(element).getPropertyValue(name)),
      names,
    )
    expect(values).not.toContain('')
  }).toPass()
  return values
}

test.describe('with forced colours', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

  for (const name of ['login-refused', 'payment', 'step-2-open', 'step-5-errors', 'settings'])
    test(`buttons and fields keep their borders: ${name}`, async ({ page, product, expectFailure }) => {
      expectFailure({ status: 401, url: /users\/login$/ })
      await openScreen(page, product, name)
      const borderless = await page.evaluate(() =>
        [...document.querySelectorAll('input, select, textarea, [class*="button"], [class*="drop"]')]
          .filter((element) => element.getClientRects().length > 0)
          .filter((element) => element.getAttribute('type') !== 'file')
          .filter((element) => {
            const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element)
            return borderTopStyle === 'none' || borderTopWidth === '0px' || borderTopColor === backgroundColor
          })
          .map((element) => element.outerHTML.slice(0, 200)),
      )
      expect(borderless).toEqual([])
      await saveScreenshot(page, `forced-${name}-1280`, { fullPage: true })
    })

  test('the open tab is marked by its border', async ({ page, product }) => {
    await openScreen(page, product, 'contact-new')
    const [open] = await styleOf(page.getByRole('tab', { selected: true }), 'border-bottom-color')
    const [other] = await styleOf(page.getByRole('tab', { selected: false }), 'border-bottom-color')
    expect(open).not.toBe(other)
  })

  test('the current page, the current step and the exam day are outlined', async ({ page }) => {
    await restoreSession(page, findDemoPerson('verified'))
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
    await saveScreenshot(page, 'forced-dashboard-1280', { fullPage: true })

    await restoreSession(page, findDemoPerson('paid'))
    await page.goto('/app/application')
    const dots = page.getByRole('list', { name: 'Steps of the form' }).locator('li [class*="dot"]')
    expect(await styleOf(dots.first(), 'outline-style')).toEqual(['solid'])
    expect(await styleOf(dots.last(), 'outline-style')).toEqual(['none'])
    await saveScreenshot(page, 'forced-step-1-1280', { fullPage: true })
  })

  for (const name of ['dashboard-paid', 'dashboard-verified', 'dashboard-rejected', 'step-2-open', 'step-7'])
    test(`icons have a colour of the forced theme: ${name}`, async ({ page, product }) => {
      await openScreen(page, product, name)
      // The system colours as this browser resolves them.
      const allowed = await page.evaluate(() => {
        const probe = document.createElement('i')
        document.body.append(probe)
        return ['LinkText', 'CanvasText', 'ButtonText', 'HighlightText', 'VisitedText', 'ActiveText'].map((name) => {
          probe.style.color = name
          return getComputedStyle(probe).color
        })
      })
      // One look at the whole page, because the skeletons of a page that is loading give way to others in between.
      const icons = await page.evaluate(() =>
        Array.from(document.querySelectorAll('nav svg, main svg'), (icon) => getComputedStyle(icon).color),
      )
      expect(icons.length).toBeGreaterThan(4)
      expect(icons.filter((colour) => !allowed.includes(colour))).toEqual([])
    })

  test('the focus is visible', async ({ page }) => {
    await page.goto('/auth/login')
    await page.getByLabel('User ID').focus()
    for (let n = 0; n < 4; n += 1) {
      const [style, width] = await styleOf(page.locator(':focus'), 'outline-style', 'outline-width')
      expect([style, width]).toEqual(['solid', '3px'])
      await page.keyboard.press('Tab')
    }
  })
})

test('with more contrast no text is muted', async ({ page, product }) => {
  await page.emulateMedia({ contrast: 'more' })
  for (const name of ['step-2-open', 'dashboard-verified']) {
    await openScreen(page, product, name)
    await expectAccessible(page)
    await saveScreenshot(page, `contrast-${name}-1280`, { fullPage: true })
  }
  const [text, muted] = await styleOf(page.locator('html'), '--ink', '--ink-muted')
  expect(muted).toBe(text)
})

test('with reduced motion nothing moves', async ({ page, expectFailure }) => {
  expectFailure({ status: 401, url: /users\/login$/ })
  const findMaxDuration = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .map((element) => getComputedStyle(element))
        .flatMap(({ transitionDuration, animationDuration, animationName }) => [
          ...transitionDuration.split(','),
          // With reduced motion the spinner fades instead of turning.
          ...(/breathe/.test(animationName) ? [] : animationDuration.split(',')),
        ])
        .reduce((max, duration) => Math.max(max, Number.parseFloat(duration)), 0),
    )
  await logInOnPage(page, { userId: 'RE24-77777', password: 'wrong-one' })
  await expect(findToast(page, 'User ID or password is incorrect.')).toBeVisible()
  expect(await findMaxDuration()).toBe(0)
  await restoreSession(page, findDemoPerson('paid'))
  await page.setViewportSize({ width: 360, height: 760 })
  await page.goto('/app/dashboard')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  expect(await findMaxDuration()).toBe(0)
})
