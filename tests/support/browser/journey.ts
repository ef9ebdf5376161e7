// What every browser journey begins with: a product, and pages that are watched, so that a complaint nobody sees fails it.
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { askSimulator } from '../simulators/simulator.ts'
import { type StagedProduct, startStagedProduct } from './staged-product.ts'

export { expect }

/** A request that a journey means to fail: the browser logs it as an error, and that one is forgiven. */
export interface ExpectedFailure {
  /** The HTTP status, or how the line was cut and what the page made of it. */
  status: number | `ERR_${string}` | 'Failed to fetch dynamically imported module'
  url: RegExp
}

export interface Journey {
  /** Says beforehand which request will fail. */
  expectFailure(failure: ExpectedFailure): void
  /** A page in another browser, which shares no storage with the first. Watched and closed like it. */
  anotherBrowser(options?: BrowserContextOptions): Promise<Page>
  /** Has a provider misbehave until the journey is over (src/simulators/README.md). */
  setFaults(provider: 'remita' | 'nin', faults: Record<string, Record<string, unknown>>): Promise<void>
}

export interface Watch {
  complaints: string[]
  expected: ExpectedFailure[]
  on(context: BrowserContext): void
}

export const test = base.extend<Journey & { watch: Watch }, { product: StagedProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright finds out from it that nothing is needed
    async ({}, use, { parallelIndex }) => {
      const product = await startStagedProduct(process.env.JOURNEYS_POSTGRES ?? '', parallelIndex)
      await use(product)
      await product.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: ({ product }, use) => use(product.url),

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

  setFaults: async ({ product }, use) => {
    const touched = new Set<'remita' | 'nin'>()
    await use(async (provider, faults) => {
      touched.add(provider)
      await askSimulator(product[provider], 'faults', faults)
    })
    for (const provider of touched) await askSimulator(product[provider], 'faults', {})
  },
})

/** Browsers log every 404, and this one is how the server says that nothing was submitted yet (specification, section 7). */
const everyday: ExpectedFailure = { status: 404, url: /\/api\/v1\/applications\/my$/ }

function newWatch(): Watch {
  const complaints: string[] = []
  const expected: ExpectedFailure[] = [everyday]
  return {
    complaints,
    expected,
    on(context) {
      context.on('weberror', (error) => complaints.push(error.error().stack ?? error.error().message))
      context.on('console', (message) => {
        if (message.type() !== 'error') return
        const { url } = message.location()
        const isExpected = expected.some(({ status, url: wanted }) => {
          const words = typeof status === 'number' ? `status of ${status}` : status
          return message.text().includes(words) && wanted.test(url)
        })
        if (!isExpected) complaints.push(`${message.text()} (${url})`)
      })
    },
  }
}

/** Fails on anything that WCAG 2.2 AA forbids on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { violations } = await new AxeBuilder({ page })
    // Neither frames nor what is in order: that takes a quarter of the time.
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const said = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  )
  expect(said, `accessibility of ${page.url()}`).toEqual([])
}
