// Emulates a slow line in Chromium, for a page and for its service worker.
import type { Browser, CDPSession, Page } from '@playwright/test'

/** 400 kbit/s both ways, and 400 ms until an answer begins. */
const slowLine = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/** Slows the page down, with an empty HTTP cache. Returns the page's session, which reports its requests. */
export async function slowDownPage(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slowLine)
  return session
}

export interface SlowWorkers {
  /** Bytes of each request that the workers have sent. */
  bytesOfRequests: number[]
  release(): Promise<void>
}

/** Slows the service workers down too: the page's conditions do not apply to them. */
export async function slowDownWorkers(browser: Browser): Promise<SlowWorkers> {
  const session = await browser.newBrowserCDPSession()
  const bytesOfRequests: number[] = []
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { method, params } = JSON.parse(message)
    if (method === 'Network.loadingFinished' && params.encodedDataLength > 0)
      bytesOfRequests.push(params.encodedDataLength)
  })
  const { targetInfos } = await session.send('Target.getTargets')
  const workers = targetInfos.filter(({ type }) => type === 'service_worker')
  if (workers.length === 0) throw new Error('There is no service worker to slow down.')
  for (const { targetId } of workers) {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
    const send = (id: number, method: string, params: object = {}) =>
      session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
    await send(1, 'Network.enable')
    await send(2, 'Network.emulateNetworkConditions', slowLine)
  }
  return { bytesOfRequests, release: () => session.detach() }
}
