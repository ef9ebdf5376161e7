import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { messages } from '#shared/messages/web-messages.ts'
import { usePaymentWidget } from './payment-widget.ts'

const rrr = '310007123456'
const showPaymentWidget = vi.fn()
let end = () => {}

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  showPaymentWidget.mockClear()
  window.RmPaymentEngine = {
    init({ onClose }) {
      end = onClose
      return { showPaymentWidget }
    },
  }
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
  end()
  widget.open(rrr, outcome)
  expect(showPaymentWidget).toHaveBeenCalledTimes(2)
})

test('a widget that never reports its end can be opened again after a second', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const widget = renderWidget()
  widget.open(rrr, outcome)
  vi.advanceTimersByTime(1000)
  widget.open(rrr, outcome)
  expect(showPaymentWidget).toHaveBeenCalledTimes(2)
})

test('a script that could not be loaded is loaded again by the next click', () => {
  delete window.RmPaymentEngine
  const widgetUrl = 'https://pay.example/widget.js'
  const { result } = renderHook(() => usePaymentWidget({ publicKey: 'key', widgetUrl }))
  const listScripts = () => [...document.head.querySelectorAll(`script[src="${widgetUrl}"]`)]
  const [first] = listScripts()
  act(() => void first?.dispatchEvent(new Event('error')))
  expect(result.current.error).toBe(messages.payment.scriptFailed)
  expect(result.current.open(rrr, outcome)).toBe(messages.payment.engineMissing)
  expect(listScripts()).toHaveLength(1)
  expect(listScripts()[0]).not.toBe(first)
})
