// happy-dom without its reports of failed requests, which tests provoke on purpose. Its other reports go to the console
// of the test, where they fail the test (setup.ts).
import HTMLElementConfig from 'happy-dom/lib/config/HTMLElementConfig.js'
import { builtinEnvironments, type Environment } from 'vitest/runtime'

const happyDom = builtinEnvironments['happy-dom']

// Newer than happy-dom; React reports elements that the browser does not know.
Object.assign(HTMLElementConfig, { search: HTMLElementConfig.section })

const failedRequest = /^[A-Z]+ https?:\/\/\S+ [45]\d\d \(/
const isSocketError = (code: unknown) => code === 'ECONNRESET' || code === 'ECONNREFUSED'

function isFailedRequest(report: unknown): boolean {
  if (typeof report === 'string') return failedRequest.test(report)
  return report instanceof Error && 'code' in report && isSocketError(report.code)
}

const environment: Environment = {
  ...happyDom,
  async setup(global, options) {
    const original: Console = global.console
    let isClosing = false
    // happy-dom uses the console that it finds at set-up. The test's console exists only later.
    global.console = Object.assign(Object.create(original), {
      error: (...reports: unknown[]) => {
        if (!isClosing && !isFailedRequest(reports[0])) globalThis.console.error(...reports)
      },
      warn: (...reports: unknown[]) => globalThis.console.warn(...reports),
    })
    try {
      const { teardown } = await happyDom.setup(global, options)
      return {
        async teardown(closing) {
          // It aborts the calls that no test waited for, and reports each.
          isClosing = true
          await teardown(closing)
        },
      }
    } finally {
      global.console = original
    }
  },
}

export default environment
