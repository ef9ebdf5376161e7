import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { restoreLostFocus } from './restore-focus.ts'

let stop = () => {}
beforeEach(() => {
  document.body.innerHTML = '<h1 tabindex="-1">Dashboard</h1><p><button>Try again</button></p><a href="/">Home</a>'
  stop = restoreLostFocus()
})
afterEach(() => stop())

const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement
const settle = () => new Promise((resolve) => setTimeout(resolve, 10))
const getFocus = () => document.activeElement?.tagName

test('the title takes the focus from a button that is removed, and the page keeps its place', async () => {
  find('button').focus()
  const focus = vi.spyOn(find('h1'), 'focus')
  // Something else changes before.
  find('a').remove()
  await settle()
  find('p').remove()
  await expect.poll(getFocus).toBe('H1')
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]])
})

test('in a dialog the title of that on top takes it, because the page behind it cannot', async () => {
  for (const name of ['First', 'Second'])
    document.body.insertAdjacentHTML(
      'beforeend',
      `<dialog open aria-label="${name}"><h2>${name}</h2><button>Delete</button></dialog>`,
    )
  find('dialog:last-of-type button').focus()
  find('dialog:last-of-type button').remove()
  await expect.poll(() => document.activeElement?.textContent).toBe('Second')
})

test('what takes the focus in the place of a removed button keeps it', async () => {
  find('button').focus()
  find('p').remove()
  find('a').focus()
  await settle()
  expect(getFocus()).toBe('A')
})

test('so does what takes it a moment later', async () => {
  find('button').focus()
  find('p').remove()
  await Promise.resolve()
  find('a').focus()
  await settle()
  expect(getFocus()).toBe('A')
})

test('the title takes it from a button within what is read out, too, when nothing had it before', async () => {
  document.body.insertAdjacentHTML('beforeend', '<div aria-live="polite"><button>Prepare</button></div>')
  find('div button').focus()
  find('div button').remove()
  await expect.poll(getFocus).toBe('H1')
})

test('what had the focus before a toast gets it back', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<section aria-label="Messages" aria-live="polite"><button>Dismiss</button></section>',
  )
  find('a').focus()
  find('section button').focus()
  find('section button').remove()
  await expect.poll(getFocus).toBe('A')
})

test('what had it before the toast may be gone as well, and then the title takes it', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<section aria-label="Messages" aria-live="polite"><button>Dismiss</button></section>',
  )
  find('a').focus()
  find('section button').focus()
  find('a').remove()
  find('section button').remove()
  await expect.poll(getFocus).toBe('H1')
})

test('what had the focus before anything watched over it is missed as well', async () => {
  stop()
  find('button').focus()
  stop = restoreLostFocus()
  find('p').remove()
  await expect.poll(getFocus).toBe('H1')
})

test('a button that nobody uses any more can be removed without a move of the focus', async () => {
  find('button').focus()
  find('button').blur()
  await settle()
  find('p').remove()
  await settle()
  expect(getFocus()).toBe('BODY')
})

test('what took the focus from another element is missed like that one when it is removed', async () => {
  find('button').focus()
  find('a').focus()
  await settle()
  find('a').remove()
  await expect.poll(getFocus).toBe('H1')
})
