import { fireEvent } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

const clicks = vi.fn<(name: string) => void>()

/** A prerendered page, before its code is there. */
beforeEach(async () => {
  clicks.mockClear()
  document.body.innerHTML =
    '<form><input aria-label="Password"><button type="submit"><span>Log in</span></button></form><button type="button">Menu</button><p>Text</p>'
  vi.resetModules()
  await import('./early-clicks.ts')
  return () => globalThis.repeatEarlyClicks?.()
})

const [find, isBusy] = [
  (selector: string) => document.querySelector(selector) as HTMLElement,
  (button: HTMLElement) => button.getAttribute('aria-busy') === 'true',
]
/** @returns whether the browser would act on it */
const click = (selector: string) => fireEvent.click(find(selector))

/** The code is there: from now on buttons act. */
function begin() {
  for (const button of document.querySelectorAll('button'))
    button.addEventListener('click', (event) => {
      event.preventDefault()
      clicks(button.textContent ?? '')
    })
  globalThis.repeatEarlyClicks?.()
}

test('a click before the code is there sends no form, shows that it waits, and is repeated once then', () => {
  expect(click('form span')).toBe(false)
  expect(click('form button')).toBe(false)
  expect([isBusy(find('form button')), isBusy(find('body > button'))]).toEqual([true, false])
  begin()
  expect(clicks.mock.calls).toEqual([['Log in']])
  expect(isBusy(find('form button'))).toBe(false)
  click('form button')
  expect(clicks).toHaveBeenCalledTimes(2)
})

test('who goes on typing after sending too early sends nothing by it; what is opened is opened', () => {
  click('form button')
  click('body > button')
  fireEvent(find('input'), new InputEvent('beforeinput', { bubbles: true }))
  expect([isBusy(find('form button')), isBusy(find('body > button'))]).toEqual([false, true])
  begin()
  expect(clicks.mock.calls).toEqual([['Menu']])
})

test('a click beside the buttons is the browser’s', () => {
  expect(click('p')).toBe(true)
  begin()
  expect(clicks).not.toHaveBeenCalled()
})

test.each(['error', 'unhandledrejection'])('where the code fails (%s) nothing waits for it any more', (failure) => {
  click('form button')
  dispatchEvent(new Event(failure))
  expect(isBusy(find('form button'))).toBe(false)
  expect(click('body > button')).toBe(true)
})
