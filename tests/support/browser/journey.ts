// The base of every browser journey: a running product, and a check that no page logged an error.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { askSimulator } from '../simulators/simulator.ts'
import { type ProductWithDatabase, startProductWithDatabase } from './product-with-database.ts'

export { expect }

/** A request that a journey fails on purpose; the browser's error message about it is ignored. */
export interface ExpectedFailure {
  /** The HTTP status, the network error, or the error that the page reports. */
  status:
    | number
    | `ERR_${string}`
    | 'Failed to fetch dynamically imported module'
    | 'An unknown error occurred when fetching the script.'
  url: RegExp
}

export interface Journey {
  /** Call it before the request. */
  expectFailure(failure: ExpectedFailure): void
  /** Opens a page in a new browser context, which shares no storage with the first. */
  openBrowser(options?: BrowserContextOptions): Promise<Page>
  /** Injects faults into a provider until the journey ends (src/simulators/README.md). */
  injectFaults(provider: 'remita' | 'nin', faults: Record<string, Record<string, unknown>>): Promise<void>
}

export interface PageErrors {
  messages: string[]
  expected: ExpectedFailure[]
  collectFrom(context: BrowserContext): void
}

export const test = base.extend<Journey & { pageErrors: PageErrors }, { product: ProductWithDatabase }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
    async ({}, use, { parallelIndex }) => {
      const { JOURNEYS_POSTGRES: url = '', JOURNEYS_TEMPLATE: template = '' } = process.env
      const product = await startProductWithDatabase({ url, template }, parallelIndex)
      await use(product)
      await product.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: ({ product }, use) => use(product.url),

  pageErrors: [
    async ({ context }, use) => {
      const pageErrors = createPageErrors()
      pageErrors.collectFrom(context)
      await use(pageErrors)
      expect(pageErrors.messages, 'console errors, uncaught exceptions and rejections').toEqual([])
    },
    { auto: true },
  ],

  expectFailure: async ({ pageErrors }, use) => use((failure) => void pageErrors.expected.push(failure)),

  openBrowser: async ({ browser, baseURL, pageErrors }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }), ...options })
      contexts.push(context)
      pageErrors.collectFrom(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },

  injectFaults: async ({ product }, use) => {
    const changed = new Set<'remita' | 'nin'>()
    await use(async (provider, faults) => {
      changed.add(provider)
      await askSimulator(product[provider], 'faults', faults)
    })
    for (const provider of changed) await askSimulator(product[provider], 'faults', {})
  },
})

const alwaysExpected: ExpectedFailure[] = [
  // The server answers 404 while nothing has been submitted.
  { status: 404, url: /\/api\/v1\/applications\/my(?:\?include=snapshot)?$/ },
  // Some browsers ask every origin for an icon; the simulators, on 127.0.0.1, have none.
  { status: 404, url: /^http:\/\/127\.0\.0\.1:\d+\/favicon\.ico$/ },
]

function createPageErrors(): PageErrors {
  const messages: string[] = []
  const expected: ExpectedFailure[] = [...alwaysExpected]
  return {
    messages,
    expected,
    collectFrom(context) {
      context.on('weberror', (error) => messages.push(error.error().stack ?? error.error().message))
      context.on('console', (message) => {
        if (message.type() !== 'error') return
        const { url } = message.location()
        const isExpected = expected.some(({ status, url: wanted }) => {
          const text = typeof status === 'number' ? `status of ${status}` : status
          return message.text().includes(text) && wanted.test(url)
        })
        if (!isExpected) messages.push(`${message.text()} (${url})`)
      })
    },
  }
}

const axeFile = join(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js')
let axeSource: string | undefined

/** Fails on every WCAG 2.2 AA violation that axe finds on the current page, or in the dialog that is open on it. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A dialog closes by itself once its answer is there, which may be after the page behind it has changed. One that waits
  // for a dialog above it stays.
  await expect(page.locator('dialog:modal').last().locator('button[aria-busy=true]')).toHaveCount(0)
  // A message that appears or goes meanwhile would be measured while it fades.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(waitForTransitions)
  const builder = new AxeBuilder({ page, ...(await loadAxe(page)) })
  // The page behind a dialog cannot be used.
  if (await page.evaluate(() => document.querySelector('dialog:modal') !== null)) builder.include('dialog:modal')
  const { violations } = await builder
    // Without frames and without passed rules axe takes a quarter of the time.
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  await page.emulateMedia({ reducedMotion: null })
  const described = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  )
  expect(described, `accessibility of ${page.url()}`).toEqual([])
}

/** The builder sends its 650 kB to the page twice for each check; once for each document is enough. */
async function loadAxe(page: Page): Promise<{ axeSource?: string }> {
  const hasFrames = page.frames().length > 1
  if (hasFrames) return {}
  axeSource ??= await readFile(axeFile, 'utf8')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return { axeSource: ';' }
}

/** Text that fades in has less contrast for a moment. Runs in the page. */
async function waitForTransitions() {
  const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(passing.map(({ finished }) => finished))
}
