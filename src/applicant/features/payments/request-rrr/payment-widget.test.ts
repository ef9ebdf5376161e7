import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast, toastStore } from '#kit/ui/feedback/toast.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { usePaymentWidget } from './payment-widget.ts'

const rrr = '310007123456'
const showPaymentWidget = vi.fn()
let end = () => {}
let transactionId = ''

const engine: NonNullable<typeof window.RmPaymentEngine> = {
  init(options) {
    end = options.onClose
    transactionId = options.transactionId
    return { showPaymentWidget }
  },
}

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  showPaymentWidget.mockClear()
  window.RmPaymentEngine = engine
})
afterEach(() => {
  vi.mocked(console.info).mockRestore()
  vi.useRealTimers()
  delete window.RmPaymentEngine
})

const outcome = { onPaid() {}, onFailed() {} }

// Without a script address: the engine above stands for the loaded script.
const renderWidget = () => renderHook(() => usePaymentWidget({ publicKey: 'key', widgetUrl: '' })).result.current

test('a double click opens one widget', () => {
  const widget = renderWidget()
  expect([widget.open(rrr, outcome), widget.open(rrr, outcome)]).toEqual(['', ''])
  expect(showPaymentWidget).toHaveBeenCalledOnce()
})

test('a closed widget can be opened again at once', () => {
  const widget = renderWidget()
  widget.open(rrr, outcome)
  expect(transactionId).toMatch(/^\d{13}$/)
  const first = transactionId
  end()
  widget.open(rrr, outcome)
  expect(showPaymentWidget).toHaveBeenCalledTimes(2)
  expect(transactionId).not.toBe(first)
})

test('a widget that never reports its end can be opened again after a second', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const widget = renderWidget()
  widget.open(rrr, outcome)
  vi.advanceTimersByTime(1000)
  widget.open(rrr, outcome)
  expect(showPaymentWidget).toHaveBeenCalledTimes(2)
})

const widgetUrl = 'https://pay.example/widget.js'
const listScripts = () => [...document.head.querySelectorAll(`script[src="${widgetUrl}"]`)]
const renderScript = () => renderHook(() => usePaymentWidget({ publicKey: 'key', widgetUrl }))

test.each([
  ['could not be loaded', 'error'],
  ['turns out to be another page, such as one about maintenance,', 'load'],
])('a script that %s is loaded again by the next click', (_, event) => {
  delete window.RmPaymentEngine
  toast.clear()
  const { result } = renderScript()
  const [first] = listScripts()
  // While it is on its way, a click does not begin anew.
  expect(result.current.open(rrr, outcome)).toBe(messages.payment.engineMissing)
  expect(listScripts()).toEqual([first])
  act(() => void first?.dispatchEvent(new Event(event)))
  expect(result.current.error).toBe(messages.payment.scriptFailed)
  expect(toastStore.get().map(({ message }) => message)).toEqual([messages.payment.scriptFailed])
  expect(result.current.open(rrr, outcome)).toBe(messages.payment.engineMissing)
  expect(listScripts()).toHaveLength(1)
  expect(listScripts()[0]).not.toBe(first)
})

test('once its script is loaded again only what becomes of the second one counts', () => {
  delete window.RmPaymentEngine
  const { result } = renderScript()
  const [first] = listScripts()
  const report = (script: Element | undefined, type: string) => act(() => void script?.dispatchEvent(new Event(type)))
  report(first, 'error')
  act(() => void result.current.open(rrr, outcome))
  const [second] = listScripts()
  window.RmPaymentEngine = engine
  report(second, 'load')
  report(first, 'error')
  expect(result.current.error).toBe('')
  report(second, 'error')
  report(first, 'load')
  expect(result.current.error).toBe(messages.payment.scriptFailed)
})

test('before the server has said where the script is, none is loaded and no widget opens', () => {
  const before = document.scripts.length
  const { result } = renderHook(() => usePaymentWidget(null))
  expect(document.scripts).toHaveLength(before)
  expect(result.current.open(rrr, outcome)).toBe(messages.payment.engineMissing)
  expect([document.scripts.length, showPaymentWidget.mock.calls.length]).toEqual([before, 0])
})

test('a script goes with its page, and tells nobody what became of it', () => {
  toast.clear()
  const { unmount } = renderScript()
  const [script] = listScripts()
  unmount()
  expect(listScripts()).toEqual([])
  act(() => void script?.dispatchEvent(new Event('error')))
  expect(toastStore.get()).toEqual([])
})
