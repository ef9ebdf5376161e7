// What the journeys of the staff's pages share.
import type { Page } from '@playwright/test'
import type { TestStaff } from '../api/staff.ts'
import { expectAccessible } from './journey.ts'
import { expectNoSidewaysScroll } from './pages.ts'
import { areScreenshotsWanted, saveScreenshot } from './screens/screenshots.ts'

/** Gives the browser the session of a staff member. */
export async function useStaffSession(page: Page, url: string, { credentials }: Pick<TestStaff, 'credentials'>) {
  const [name = '', value = ''] = (credentials.cookie ?? '').split('=')
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
}

/**
 * Checks the page at the widths of a phone and of a desk, and saves screenshots as `npm run screens` asks for, which also
 * looks with axe at the desk's width.
 */
export async function captureStaffPage(page: Page, name: string) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
    if (width === 360 || areScreenshotsWanted) await expectAccessible(page)
    await saveScreenshot(page, `staff-${name}-${width}`, { fullPage: true })
  }
}
