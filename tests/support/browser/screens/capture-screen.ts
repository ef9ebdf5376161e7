// What a journey looks at where it passes by: the widths of a phone and of a desk.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../journey.ts'
import { expectNoSidewaysScroll } from '../pages.ts'
import { areScreenshotsWanted, saveScreenshot } from './screenshots.ts'

/** Saves screenshots as `npm run screens` asks for, which also looks with axe at the desk's width. */
export async function captureScreen(page: Page, name: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
    await expectNothingBehindToasts(page)
    if (width === 360 || areScreenshotsWanted) await expectAccessible(page)
    await saveScreenshot(page, `${name}-${width}`, { fullPage: true })
  }
}

/** Neither the heading, nor the field in use, nor what stays at the foot of the window. */
async function expectNothingBehindToasts(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[aria-label="Messages"] > *')].map((one) =>
      one.getBoundingClientRect(),
    )
    if (toasts.length === 0) return []
    const measureText = (element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect()
    }
    const field = document.activeElement?.matches('input, select, textarea') ? [document.activeElement] : []
    const atFoot = [...document.querySelectorAll('main *')].filter((element) => {
      const { position, bottom } = getComputedStyle(element)
      return position === 'sticky' && bottom === '0px'
    })
    const parts = [
      ...[...document.querySelectorAll('h1')].map((heading) => ({ name: 'heading', box: measureText(heading) })),
      ...[...field, ...atFoot].map((part) => ({
        name: part.outerHTML.slice(0, 80),
        box: part.getBoundingClientRect(),
      })),
    ]
    return parts.filter(({ box }) =>
      toasts.some(
        (toast) => toast.top < box.bottom && box.top < toast.bottom && toast.left < box.right && box.left < toast.right,
      ),
    )
  })
  expect(covered, `behind a toast on ${page.url()}`).toEqual([])
}
