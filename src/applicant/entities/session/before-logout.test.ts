import { afterEach, expect, test, vi } from 'vitest'
import { beforeLogout, runBeforeLogout } from './before-logout.ts'

afterEach(() => vi.useRealTimers())

test('logging out waits for what is being saved, and not for a page that was left', async () => {
  const saving = Promise.withResolvers<void>()
  const left = vi.fn(async () => {})
  const forget = beforeLogout(() => saving.promise)
  beforeLogout(left)()
  let isOut = false
  const out = runBeforeLogout().then(() => {
    isOut = true
  })
  await Promise.resolve()
  expect(isOut).toBe(false)
  saving.resolve()
  await out
  expect(left).not.toHaveBeenCalled()
  forget()
})

test('what cannot be saved keeps nobody, and what takes long only for four seconds', async () => {
  vi.useFakeTimers()
  const forget = [beforeLogout(() => Promise.reject(new Error('Offline.')))]
  await runBeforeLogout()
  // Nothing goes on behind it.
  expect(vi.getTimerCount()).toBe(0)
  forget.push(beforeLogout(() => new Promise(() => {})))
  let isOut = false
  void runBeforeLogout().then(() => {
    isOut = true
  })
  await vi.advanceTimersByTimeAsync(3_999)
  expect(isOut).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOut).toBe(true)
  for (const undo of forget) undo()
})
