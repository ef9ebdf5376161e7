// Around every test of the projects of components: the DOM is cleared. An error or a warning on the console is a failure, and so is a
// form that the browser would send by itself, leaving the page. Only what a browser can focus gets the focus.
import { cleanup, configure } from '@testing-library/react'
import 'preact/debug'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { initialExercise } from '#shared/reference-data/exercise.ts'
import { findFlaws } from './page-rules.ts'

// Files share a DOM and the packages: each begins with our modules as a page begins with them.
vi.resetModules()

// As the server writes them into every page.
document.getElementById('exercise')?.remove()
const facts = document.createElement('script')
Object.assign(facts, { id: 'exercise', type: 'application/json', textContent: JSON.stringify(initialExercise) })
document.head.append(facts)

// Calls over a socket and parts that load lazily can take seconds on a busy machine.
configure({ asyncUtilTimeout: 10_000 })
// Queries that wait fail many times before they find something, and printing the page each time took a sixth of the run.
if (!process.env.PRINT_DOM) configure({ getElementError: (message) => new Error(message ?? 'No such element.') })

const sentByBrowser: EventTarget[] = []
const noteSubmit = (event: Event) => {
  if (!event.defaultPrevented && event.target) sentByBrowser.push(event.target)
}
addEventListener('submit', noteSubmit)

// The DOM of the tests would give the focus to any element.
const focusable = 'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]'
const { focus } = HTMLElement.prototype
HTMLElement.prototype.focus = function (...how) {
  if (this.matches(focusable)) focus.apply(this, how)
}

beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  const flaws = findFlaws()
  cleanup()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  expect(vi.mocked(console.error).mock.calls, 'nothing on console.error').toEqual([])
  expect(vi.mocked(console.warn).mock.calls, 'nothing on console.warn').toEqual([])
  expect(flaws, 'what holds on every page').toEqual([])
  expect(sentByBrowser.splice(0), 'forms that the browser would send').toEqual([])
})

const startTimer = globalThis.setTimeout
const started = new Set<NodeJS.Timeout>()
globalThis.setTimeout = Object.assign((...given: Parameters<typeof startTimer>) => {
  const timer = startTimer(...given)
  started.add(timer)
  return timer
}, startTimer)

declare const happyDOM: { abort(): Promise<void> }

// What the file has left running, such as a call that no test waited for or the next check of the connection, ends with it.
afterAll(async () => {
  removeEventListener('submit', noteSubmit)
  HTMLElement.prototype.focus = focus
  await happyDOM.abort()
  // Calls that end by it may start another timer.
  await new Promise((resolve) => setImmediate(resolve))
  for (const timer of started) clearTimeout(timer)
  globalThis.setTimeout = startTimer
})
