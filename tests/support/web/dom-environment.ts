// happy-dom, without the failed requests that it writes to the console: tests answer calls with errors on purpose.
// Whatever else happy-dom reports goes to the console of the test, where it fails the test (web-setup.ts).
import { builtinEnvironments, type Environment } from 'vitest/runtime'

const happyDom = builtinEnvironments['happy-dom']

const failedRequest = /^[A-Z]+ https?:\/\/\S+ [45]\d\d \(/
const isFailedRequest = (report: unknown) =>
  typeof report === 'string'
    ? failedRequest.test(report)
    : report instanceof Error && 'code' in report && isSocketError(report.code)
const isSocketError = (code: unknown) => code === 'ECONNRESET' || code === 'ECONNREFUSED'

export default {
  ...happyDom,
  async setup(global, options) {
    const original: Console = global.console
    // happy-dom keeps the console that it finds now. The one of the tests is only there later.
    global.console = Object.assign(Object.create(original), {
      error: (...reports: unknown[]) => {
        if (!isFailedRequest(reports[0])) globalThis.console.error(...reports)
      },
      warn: (...reports: unknown[]) => globalThis.console.warn(...reports),
    })
    try {
      return await happyDom.setup(global, options)
    } finally {
      global.console = original
    }
  },
} satisfies Environment
