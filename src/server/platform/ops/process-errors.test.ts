// Each test is a process of its own, whose errors nobody handles.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

interface LogLine {
  level: number
  msg: string
  errors?: object[]
  stack?: string[]
}

/** Runs the code below the handlers. @returns its exit code and everything that it printed */
async function runProgram(code: string) {
  const program = `
    import pino from 'pino'
    import { handleProcessErrors } from './src/server/platform/ops/process-errors.ts'
    import { createMetrics } from './src/server/platform/ops/metrics.ts'
    import { describeError, isUnavailable } from './src/server/database/errors.ts'
    const metrics = createMetrics('test')
    let hangs = false
    const stop = async (exitCode) => {
      if (hangs) return
      console.log('stopped in order')
      process.exit(exitCode)
    }
    handleProcessErrors({ log: pino(), metrics, describeError, isUnavailable, stop })
    const fail = (code, more) => Object.assign(new Error('Canary, 08031234567', more), { code })
    const countRejections = async () => (await metrics.unhandledRejections.get()).values[0].value
    ${code}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  expect(errors.replace(/^.*Warning.*$/gm, '').trim()).not.toContain('Canary')
  const lines = output.trim().split('\n')
  return {
    exitCode: exitCode as number,
    output,
    printed: lines.filter((line) => !line.startsWith('{')),
    log: lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine),
  }
}

test('V16.5.4 an unhandled rejection is logged without its message, counted and survived', async () => {
  const { exitCode, output, printed, log } = await runProgram(`
    void Promise.reject(fail('ECANARY', { cause: new TypeError('Canary') }))
    setTimeout(async () => console.log('still here', await countRejections()), 10)`)
  expect(exitCode).toBe(0)
  expect(printed).toEqual(['still here 1'])
  expect(log).toMatchObject([
    { level: 50, msg: 'unhandled rejection', errors: [{ name: 'Error', code: 'ECANARY' }, { name: 'TypeError' }] },
  ])
  expect(log[0]?.stack?.[0]).toMatch(/^at fail /)
  expect(output).not.toMatch(/Canary,|0803/)
})

test('V16.5.4 a rejection with anything but an error is survived too', async () => {
  const { exitCode, output, printed } = await runProgram(`
    for (const reason of ['Canary, 0803', undefined, null, { surname: 'Canary, 0803' }]) void Promise.reject(reason)
    setTimeout(async () => console.log('still here', await countRejections()), 10)`)
  expect({ exitCode, printed }).toEqual({ exitCode: 0, printed: ['still here 4'] })
  expect(output).not.toContain('Canary')
})

test('a lost database connection is told from a bug', async () => {
  const { log } = await runProgram(`void Promise.reject(fail('ECONNRESET'))`)
  expect(log).toMatchObject([{ msg: 'a database connection was lost', errors: [{ code: 'ECONNRESET' }] }])
})

test('V16.5.4 an uncaught exception is logged without its message and ends the process in order', async () => {
  const { exitCode, output, printed, log } = await runProgram(`
    setTimeout(() => { throw fail('ECANARY') }, 1)
    setTimeout(() => console.log('still here'), 60_000)`)
  expect(exitCode).toBe(1)
  expect(printed).toEqual(['stopped in order'])
  expect(log).toMatchObject([
    { level: 60, msg: 'uncaught exception, ending the server', errors: [{ code: 'ECANARY' }] },
  ])
  expect(output).not.toMatch(/Canary,|0803/)
})

test('after an uncaught exception a server that does not stop in order is ended after fifteen seconds', async () => {
  const { exitCode, printed } = await runProgram(`
    hangs = true
    const wait = setTimeout
    globalThis.setTimeout = (act, ms) => wait(act, ms === 15_000 ? 1 : ms)
    wait(() => { throw fail('ECANARY') }, 1)
    wait(() => console.log('still here'), 60_000)`)
  expect({ exitCode, printed }).toEqual({ exitCode: 1, printed: [] })
})
