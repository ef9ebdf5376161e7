// What the journeys of the staff's pages share.
import type { Page } from '@playwright/test'
import { findStaffByEmail } from '#server/features/staff/store.ts'
import { startStaffTestSession, type TestStaff } from '../api/staff.ts'
import type { ProductWithDatabase } from './product-with-database.ts'
import { captureScreen } from './screens/capture-screen.ts'

/** Gives the browser the session of a staff member, and leaves its page. */
export const useStaffSession = (page: Page, url: string, { credentials }: Pick<TestStaff, 'credentials'>) =>
  addSession(page, url, credentials)

async function addSession(page: Page, url: string, credentials: TestStaff['credentials']) {
  // Calls of the page before would be those of the next person. After a blank page the browser would start a new process,
  // which compiles the scripts again.
  if (page.url() !== 'about:blank') await page.goto(`${url}/robots.txt`)
  const [name = '', value = ''] = (credentials.cookie ?? '').split('=')
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
}

/** As if one of the demo's staff, such as `registry2`, had just signed in with password and code. */
export async function signInDemoStaff(page: Page, product: ProductWithDatabase, mailbox: string) {
  const person = await findStaffByEmail(product.database.db, `${mailbox}@example.org`)
  if (!person) throw new Error(`The demo has no ${mailbox}.`)
  await addSession(page, product.url, await startStaffTestSession(product, person.id, { isFresh: true }))
}

export const captureStaffPage = (page: Page, name: string): Promise<void> => captureScreen(page, `staff-${name}`)
