// Screenshots for people to look at. Each costs a quarter of a second of processor time, so journeys only take them when
// SCREENS is set, as `npm run screens` does.
import type { Locator, Page, PageScreenshotOptions } from '@playwright/test'

export const areScreenshotsWanted = Boolean(process.env.SCREENS)

/** Saves what the page or element looks like as `screens/<name>.png`, if screenshots are wanted. */
export async function saveScreenshot(
  target: Page | Locator,
  name: string,
  options: Omit<PageScreenshotOptions, 'path'> = {},
): Promise<void> {
  if (areScreenshotsWanted) await target.screenshot({ ...options, path: `screens/${name}.png` })
}

/** Saves the page as it is printed as `screens/<name>.pdf`, if screenshots are wanted. */
export async function savePrint(page: Page, name: string): Promise<void> {
  if (areScreenshotsWanted) await page.pdf({ path: `screens/${name}.pdf`, preferCSSPageSize: true })
}
