// What people do on the pages, by the words that they read there.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Login } from '../fixtures/people.ts'

/** Types into the login form and presses Login; where it leads is for the journey to see. */
export async function logIn(page: Page, { userId, password }: Login): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('User ID').fill(userId)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** A browser in which the person logged in before: for journeys that are about something else than logging in. */
export async function comeBack(page: Page, { userId, password }: Login): Promise<void> {
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

/** The toast that says this; it goes by itself after five seconds. */
export const toastOf = (page: Page, words: string): Locator =>
  page.getByRole('region', { name: 'Messages' }).getByText(words)

/** Everything that this browser keeps for the site. */
export const kept = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }))

/** The line between this page and one address of the server is cut: requests get no answer. */
export async function cutLine(page: Page, address: string): Promise<() => Promise<void>> {
  await page.route(address, (route) => route.abort('internetdisconnected'))
  return () => page.unroute(address)
}

/** Nothing stands outside of the screen's width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const outside = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    // Whoever holds one of them is wide because of it.
    const innermost = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)))
    return [
      `${scrollWidth} of ${clientWidth} px`,
      ...innermost.slice(0, 8).map((element) => element.outerHTML.slice(0, 160)),
    ]
  })
  expect(outside, `what stands outside of ${page.url()}`).toEqual([])
}

/** Holds the server's answers back until told otherwise, so that the page can be looked at meanwhile. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
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

/** Opens the provider's widget with the RRR on the page, and pays in it. */
export async function payByWidget(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pay' }).click()
}

/** Neither these, nor a picture as text, are kept by this browser (decisions.md, "The form"). */
export async function expectNoSecrets(page: Page, secrets: readonly string[]): Promise<void> {
  const all = Object.entries(await kept(page))
    .map((pair) => pair.join(': '))
    .join('\n')
  for (const secret of secrets) expect(all).not.toContain(secret)
  expect(all).not.toMatch(/data:image|"\/9j\/|[A-Za-z0-9+/]{200}/)
}

/** Presses Generate RRR on the payment page, and reads the RRR as it is copied. */
export async function generateRrr(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Generate RRR' }).click()
  await expect(toastOf(page, 'RRR generated successfully!')).toBeVisible()
  const rrr = (await page.getByLabel('Your RRR').innerText()).replaceAll(' ', '')
  expect(rrr).toMatch(/^\d{12}$/)
  return rrr
}
