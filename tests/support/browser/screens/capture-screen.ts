// What a journey looks at where it passes by: the widths of a phone and of a desk.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../journey.ts'
import { expectNoSidewaysScroll } from '../pages.ts'
import { areScreenshotsWanted, saveScreenshot } from './screenshots.ts'

/** Saves screenshots as `npm run screens` asks for, which also looks with axe at the desk's width. */
export async function captureScreen(page: Page, name: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
    if (width === 360 || areScreenshotsWanted) await expectAccessible(page)
    await saveScreenshot(page, `${name}-${width}`, { fullPage: true })
  }
}
