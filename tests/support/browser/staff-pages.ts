// What the journeys of the staff's pages share.
import type { Page } from '@playwright/test'
import type { TestStaff } from '../api/staff.ts'
import { captureScreen } from './screens/capture-screen.ts'

/** Gives the browser the session of a staff member. */
export async function useStaffSession(page: Page, url: string, { credentials }: Pick<TestStaff, 'credentials'>) {
  const [name = '', value = ''] = (credentials.cookie ?? '').split('=')
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
}

export const captureStaffPage = (page: Page, name: string): Promise<void> => captureScreen(page, `staff-${name}`)
