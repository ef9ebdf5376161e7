// Types into the fullest form on a slow CPU and measures how long each keystroke takes to appear.
import { restoreSession } from '#tests/support/browser/pages.ts'
import { findSection } from '#tests/support/browser/wizard-pages.ts'
import type { PageFixture } from './page-fixture.ts'

/** The phones of many applicants are about four times slower than a desktop. */
const cpuSlowdown = 4
const keystrokes = 150
/** Milliseconds between two keystrokes of a quick typist. */
const pause = 120

/** @returns milliseconds from each keystroke to the frame that shows it, ascending */
export async function measureTyping({ browser, url, applicantWithFullestForm }: PageFixture): Promise<number[]> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 360, height: 760 } })
  try {
    const page = await context.newPage()
    await restoreSession(page, applicantWithFullestForm)
    await page.goto('/app/application?step=4')
    const publications = findSection(page, 'Publications')
    await publications.getByRole('button', { name: /^Publication 25/ }).click()
    await page.evaluate(observeKeystrokes)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await publications.getByLabel('Title').filter({ visible: true }).first().focus()
    await page.keyboard.type('On the queues of small registries. '.repeat(5).slice(0, keystrokes), { delay: pause })
    await page.waitForFunction((count) => globalThis.keystrokeTimes.length >= count, keystrokes)
    const times = await page.evaluate(() => globalThis.keystrokeTimes)
    return times.sort((a, b) => a - b)
  } finally {
    await context.close()
  }
}

declare global {
  var keystrokeTimes: number[]
}

/** Runs in the page: the time from each keystroke until after the next frame. Without named inner functions: tsx would
 * add calls that the page lacks. */
function observeKeystrokes() {
  const times: number[] = []
  globalThis.keystrokeTimes = times
  addEventListener(
    'keydown',
    ({ timeStamp }) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => times.push(performance.now() - timeStamp)
        port2.postMessage(null)
      }),
    { capture: true },
  )
}
