import { afterEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { getServerTime, setServerTime } from './server-clock.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  setServerTime(null)
})

const dayMs = 86_400_000
/** How many seconds the device's clock is behind, after answers with these headers. */
async function readDifference(...answers: Record<string, string>[]) {
  for (const headers of answers) {
    vi.stubGlobal('fetch', async () => Response.json({ status: 'success' }, { headers }))
    await call('exercise')
  }
  return Math.round((getServerTime().getTime() - Date.now()) / 1000)
}
const dateAfter = (ms: number) => ({ date: new Date(Date.now() + ms).toUTCString(), 'cache-control': 'no-store' })

test('the time is that of the server, until an answer shows that the clock has been set', async () => {
  expect(Math.abs((await readDifference(dateAfter(-dayMs))) + dayMs / 1000)).toBeLessThan(5)
  expect(await readDifference(dateAfter(0))).toBe(0)
})

test.each([
  ['an answer that was on its way for minutes', dateAfter(-240_000)],
  ['an answer that the browser has kept', { date: dateAfter(-dayMs).date }],
  ['an answer without a date', { 'cache-control': 'no-store' }],
])('%s changes no time', async (_, headers) => {
  expect(await readDifference(headers)).toBe(0)
})
