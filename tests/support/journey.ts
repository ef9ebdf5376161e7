// What every browser journey begins with: pages that are watched, so that a complaint nobody sees fails the journey.
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { addressesAt, type ProductAddresses } from './product.ts'

/** A request that a journey means to fail: the browser logs it as an error, and that one is forgiven. */
export interface ExpectedFailure {
  status: number
  url: RegExp
}

interface Journey {
  product: ProductAddresses
  /** Says beforehand which request will fail. */
  expectFailure(failure: ExpectedFailure): void
  /** A page in another browser, which shares no storage with the first. Watched and closed like it. */
  anotherBrowser(options?: BrowserContextOptions): Promise<Page>
  /** Fails on anything that WCAG 2.2 AA forbids on the page as it stands. */
  expectAccessible(page: Page): Promise<void>
}

interface Watch {
  complaints: string[]
  expected: ExpectedFailure[]
  on(context: BrowserContext): void
}

export const test = base.extend<Journey & { watch: Watch }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright finds out from it that nothing is needed
  product: async ({}, use) => use(addressesAt(Number(process.env.E2E_PORT))),

  watch: [
    async ({ context }, use) => {
      const watch = newWatch()
      watch.on(context)
      await use(watch)
      expect(watch.complaints, 'errors on the console, uncaught exceptions and rejections').toEqual([])
    },
    { auto: true },
  ],

  expectFailure: async ({ watch }, use) => use((failure) => void watch.expected.push(failure)),

  anotherBrowser: async ({ browser, baseURL, watch }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }), ...options })
      contexts.push(context)
      watch.on(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectAccessible: async ({}, use) => use(expectAccessible),
})

export { expect }

function newWatch(): Watch {
  const complaints: string[] = []
  const expected: ExpectedFailure[] = []
  return {
    complaints,
    expected,
    on(context) {
      context.on('weberror', (error) => complaints.push(error.error().stack ?? error.error().message))
      context.on('console', (message) => {
        if (message.type() !== 'error') return
        const { url } = message.location()
        const isExpected = expected.some(({ status, url: wanted }) => {
          return message.text().includes(`status of ${status}`) && wanted.test(url)
        })
        if (!isExpected) complaints.push(`${message.text()} (${url})`)
      })
    },
  }
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const said = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  )
  expect(said, `accessibility of ${page.url()}`).toEqual([])
}
