// Opens a page on a slow line, as a first visit or with its service worker installed.
import type { Browser, BrowserContext, CDPSession } from '@playwright/test'
import { restoreSession } from '#tests/support/browser/pages.ts'
import type { MeasuredPage } from './page-fixture.ts'
import { slowDownPage, slowDownWorkers } from './slow-line.ts'

export type Visit = 'first' | 'service worker'

export interface LoadTimes {
  /** Seconds until the first text or picture, and until the largest one. */
  firstPaint: number
  largestPaint: number
  /** Seconds until the text that says that the page is complete. */
  complete: number
  /** Of the network: what the cache or the service worker answers is not counted. */
  requests: number
  bytes: number
  /** Of the layout, as Lighthouse counts them. */
  shift: number
  urls: string[]
}

const size = { width: 360, height: 760 }

export async function measureLoad(
  browser: Browser,
  url: string,
  { path, visitor, completeText }: MeasuredPage,
  visit: Visit,
): Promise<LoadTimes> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: size,
    serviceWorkers: visit === 'first' ? 'block' : 'allow',
  })
  try {
    await prepareContext(context, visitor, visit, path)
    const page = await context.newPage()
    const workers = visit === 'first' ? undefined : await slowDownWorkers(browser)
    const session = await slowDownPage(page)
    const traffic = countTraffic(session)
    await page.addInitScript(observePaints)
    await page.goto(path)
    await page.getByText(completeText).filter({ visible: true }).first().waitFor()
    const complete = (await page.evaluate(() => performance.now())) / 1000
    await page.waitForLoadState('networkidle')
    const { firstPaint, largestPaint, shift } = await page.evaluate(() => globalThis.measuredPaints)
    await workers?.release()
    for (const bytes of workers?.bytesOfRequests ?? []) {
      traffic.requests += 1
      traffic.bytes += bytes
    }
    return { firstPaint: firstPaint / 1000, largestPaint: largestPaint / 1000, complete, shift, ...traffic }
  } finally {
    await context.close()
  }
}

/** Logs in, and installs the service worker where the visit has one. */
async function prepareContext(
  context: BrowserContext,
  visitor: MeasuredPage['visitor'],
  visit: Visit,
  path: string,
): Promise<void> {
  const page = await context.newPage()
  if (visitor) await restoreSession(page, visitor)
  if (visit === 'service worker') {
    await page.goto(path)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  }
  await page.close()
}

interface Traffic {
  requests: number
  bytes: number
  urls: string[]
}

function countTraffic(session: CDPSession): Traffic {
  const traffic: Traffic = { requests: 0, bytes: 0, urls: [] }
  const local = new Set<string>()
  const paths = new Map<string, string>()
  session.on('Network.requestServedFromCache', ({ requestId }) => local.add(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    // What the service worker asks the server for is counted in its own session.
    if (
      response.fromDiskCache ||
      response.fromServiceWorker ||
      response.url.startsWith('data:') ||
      response.url.startsWith('blob:')
    )
      local.add(requestId)
    else paths.set(requestId, new URL(response.url).pathname)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (local.has(requestId)) return
    traffic.requests += 1
    traffic.bytes += encodedDataLength
    traffic.urls.push(`${String(encodedDataLength).padStart(8)} bytes ${paths.get(requestId)}`)
  })
  return traffic
}

interface Paints {
  firstPaint: number
  largestPaint: number
  shift: number
}

declare global {
  var measuredPaints: Paints
}

/** Runs in the page before its own scripts. Without named inner functions: tsx would add calls that the page lacks. */
function observePaints() {
  const paints: Paints = { firstPaint: Number.NaN, largestPaint: Number.NaN, shift: 0 }
  globalThis.measuredPaints = paints
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') paints.firstPaint = startTime
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) paints.largestPaint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) paints.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}
