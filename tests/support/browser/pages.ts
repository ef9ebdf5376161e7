// Actions that several journeys perform on pages.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Login } from '../fixtures/demo-people.ts'

/** Submits the login form; does not wait for the next page. */
export async function logInOnPage(page: Page, { userId, password }: Login): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('User ID').fill(userId)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Logs in through the API, for journeys that are not about the login page. */
export async function restoreSession(page: Page, { userId, password }: Login): Promise<void> {
  const response = await page.request.post('/api/v1/users/login', { data: { userId, password } })
  const { token, data } = await response.json()
  await page.goto('/robots.txt')
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('token', token)
      localStorage.setItem('user', user)
    },
    [token, JSON.stringify(data)] as const,
  )
}

/** Toasts disappear after five seconds. */
export const findToast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Messages' }).getByText(text)

export const readLocalStorage = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => ({ ...localStorage }))

/** Fails the page's requests to these addresses as if it were offline. Returns a function that restores them. */
export async function blockRequests(page: Page, address: string): Promise<() => Promise<void>> {
  await page.route(address, (route) => route.abort('internetdisconnected'))
  return () => page.unroute(address)
}

/** No element is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflowing = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    // What is within a part that scrolls or is cut off makes no page wide.
    const isCut = (element: Element): boolean =>
      element.parentElement !== null &&
      (getComputedStyle(element.parentElement).overflowX !== 'visible' || isCut(element.parentElement))
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !isCut(element),
    )
    // Their ancestors are only wide because of them.
    const innermost = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)))
    return [
      `${scrollWidth} of ${clientWidth} px`,
      ...innermost.slice(0, 8).map((element) => element.outerHTML.slice(0, 160)),
    ]
  })
  expect(overflowing, `wider than the window on ${page.url()}`).toEqual([])
}

/** Delays requests to these addresses until the returned function is called, so that the pending page can be checked. */
export async function delayResponses(page: Page, address: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

/** Opens the provider's widget with the RRR on the page, once its script is there: before, the page says that it is not. */
export async function openWidget(page: Page): Promise<void> {
  await page.waitForFunction(() => 'RmPaymentEngine' in window)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
}

/** Opens the widget, and pays in it. */
export async function payInWidget(page: Page): Promise<void> {
  await openWidget(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Pay' }).click()
}

/** Browser storage contains none of these secrets and no image data. */
export async function expectNoSecrets(page: Page, secrets: readonly string[]): Promise<void> {
  const all = Object.entries(await readLocalStorage(page))
    .map((pair) => pair.join(': '))
    .join('\n')
  for (const secret of secrets) expect(all).not.toContain(secret)
  expect(all).not.toMatch(/data:image|"\/9j\/|[A-Za-z0-9+/]{200}/)
}

/** Clicks Generate RRR on the payment page and returns the RRR without spaces. */
export async function generateRrrOnPage(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Generate RRR' }).click()
  await expect(findToast(page, 'RRR generated successfully!')).toBeVisible()
  const rrr = await readRrrOnPage(page)
  expect(rrr).toMatch(/^\d{12}$/)
  return rrr
}

/** The RRR on the payment page, without spaces. */
export const readRrrOnPage = async (page: Page): Promise<string> =>
  (await page.getByLabel('Your RRR').innerText()).replaceAll(' ', '')
