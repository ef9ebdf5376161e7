// Every screen in its states, on a phone, a tablet and a desk, and with everything or only the text at twice its size:
// nothing stands outside or is cut off, axe finds nothing, and a picture of it is kept in screens/ for people to look at
// (`npm run screens`).
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#tests/support/browser/journey.ts'
import { comeBack, expectNoSidewaysScroll } from '#tests/support/browser/pages.ts'
import { expectNothingCutOff, withTextAt } from '#tests/support/browser/readable.ts'
import { shownScreens } from '#tests/support/browser/screens.ts'
import { demoPerson } from '#tests/support/fixtures/people.ts'

// Pictures are of pages that stand still.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const desk = { width: 1280, height: 800 }
const tablet = { width: 768, height: 1024 }
const phone = { width: 360, height: 760 }
/** What a desk's browser makes of its screen when it shows everything at twice its size. */
const zoomedDesk = { width: 640, height: 400 }

for (const { name, path, visitor, act, words, failures = [] } of shownScreens) {
  test(`screen: ${name}`, async ({ page, product, expectFailure }) => {
    for (const failure of failures) expectFailure(failure)
    if (visitor) await comeBack(page, await visitor(product))
    await page.goto(path)
    await act?.(page, product)
    await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
    await page.evaluate(() => document.fonts.ready)

    // In one visit, since that is what takes the time.
    await page.setViewportSize(desk)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await photograph(page, name)

    await page.setViewportSize(tablet)
    await expectNoSidewaysScroll(page)
    await photograph(page, name)

    await page.setViewportSize(zoomedDesk)
    await expectNoSidewaysScroll(page)
    await expectNothingCutOff(page)

    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await photograph(page, name)

    await withTextAt(page, '200%', async () => {
      for (const size of [phone, desk]) {
        await page.setViewportSize(size)
        await expectNoSidewaysScroll(page)
        await expectNothingCutOff(page)
      }
    })
  })
}

async function photograph(page: Page, name: string) {
  // What sticks to the top would lie in the middle of the picture.
  await page.evaluate(() => scrollTo(0, 0))
  await page.screenshot({
    path: `screens/${name}-${page.viewportSize()?.width}.png`,
    fullPage: true,
    animations: 'disabled',
  })
}

/** A4 at 96 dots an inch. */
const sheet = { width: 794, height: 1123 }

for (const [name, path] of [
  ['application-slip', '/app/prints'],
  ['payment-slip', '/app/payment'],
] as const) {
  test(`paper: ${name}`, async ({ page }) => {
    await comeBack(page, demoPerson('submitted'))
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize(sheet)
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await photograph(page, `paper-${name}`)
    await page.pdf({ path: `screens/${name}.pdf`, preferCSSPageSize: true })
  })
}
