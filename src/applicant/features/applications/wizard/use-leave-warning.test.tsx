import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { reportAnswer, reportUnreachable } from '#applicant/offline/connection.ts'
import { toast, toastStore } from '#kit/ui/feedback/toast.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

function setUp({ isUnsaved = false, running = 0, stalled = 0 } = {}) {
  const saveBeforeClosing = vi.fn()
  const retryStalled = vi.fn()
  const draftSync = { saveBeforeClosing, hasUnsavedEdits: () => isUnsaved }
  const removeUnless = vi.fn()
  const queue = { countRunning: () => running, countStalled: () => stalled, retryStalled, removeUnless }
  const { unmount } = renderHook(() => useLeaveWarning(draftSync as never, queue as never))
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  return { saveBeforeClosing, retryStalled, removeUnless, unmount, isAsked }
}

test.each([
  [{}, false],
  [{ isUnsaved: true }, true],
  [{ running: 1 }, true],
  [{ stalled: 1 }, true],
])('a page with %j that closes is saved first, and asks: %s', (state, asks) => {
  toast.clear()
  const page = setUp(state)
  expect(page.isAsked()).toBe(asks)
  expect(page.saveBeforeClosing).toHaveBeenCalledOnce()
  expect(page.removeUnless).not.toHaveBeenCalled()
  page.unmount()
  expect(page.removeUnless).toHaveBeenCalledExactlyOnceWith()
  expect(toastStore.get()).toHaveLength('running' in state || 'stalled' in state ? 1 : 0)
  expect(page.isAsked()).toBe(false)
  expect(page.saveBeforeClosing).toHaveBeenCalledOnce()
})

test('uploads that stopped go on when the server is back, until the page is left', () => {
  const page = setUp()
  const comeBack = () => {
    reportUnreachable()
    reportAnswer()
  }
  reportAnswer()
  expect(page.retryStalled).not.toHaveBeenCalled()
  comeBack()
  expect(page.retryStalled).toHaveBeenCalledOnce()
  page.unmount()
  comeBack()
  expect(page.retryStalled).toHaveBeenCalledOnce()
})
