import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { Link, MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const scroll = vi.fn()
beforeEach(() => {
  scroll.mockClear()
  vi.stubGlobal('scrollTo', scroll)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A visit of its own: which page is the first belongs to the document. A page that is null never loads. */
async function visit(pages: Readonly<Record<string, ReactNode>>, start = '/') {
  vi.resetModules()
  const { PageEffects, useFirstPageEnd } = await import('./page-effects.tsx')
  function App() {
    useFirstPageEnd()
    const navigate = useNavigate()
    const { pathname } = useLocation()
    return (
      <>
        <nav aria-label="Pages">
          <Link to="/other">Other</Link>
          <Link to="/other?page=2">Next part</Link>
          <Link to="/other" replace>
            Instead
          </Link>
          <button type="button" onClick={() => navigate(-1)}>
            Back
          </button>
        </nav>
        <Routes>
          {Object.entries(pages).map(([path, page]) => (
            <Route key={path} path={path} element={page} />
          ))}
        </Routes>
        {pages[pathname] && <PageEffects documentTitle="A title" />}
      </>
    )
  }
  render(
    <MemoryRouter initialEntries={[start]}>
      <App />
    </MemoryRouter>,
  )
}
const click = (name: string) => userEvent.click(screen.getByText(name))
const heading = (text: string) => (
  <h1 tabIndex={-1} key={text}>
    {text}
  </h1>
)
const getFocus = () => document.activeElement?.textContent

test('the first page leaves focus and place alone; each later one begins at its heading', async () => {
  await visit({ '/': heading('Home'), '/other': heading('Other page') })
  expect(document.title).toBe('A title')
  expect([document.activeElement, scroll.mock.calls.length]).toEqual([document.body, 0])
  await click('Other')
  expect([getFocus(), scroll.mock.calls]).toEqual(['Other page', [[0, 0]]])
})

test('after a link no page is the first one, although the one before never loaded; after a redirect it still is', async () => {
  await visit({ '/': null, '/other': heading('Other page') })
  await click('Instead')
  expect([getFocus(), scroll.mock.calls.length]).toEqual(['Instead', 0])
  cleanup()
  await visit({ '/': null, '/other': heading('Other page') })
  await click('Other')
  expect([getFocus(), scroll.mock.calls.length]).toEqual(['Other page', 1])
})

test('another part of the same page keeps focus and place', async () => {
  await visit({ '/': heading('Home'), '/other': heading('Other page') })
  await click('Other')
  await click('Next part')
  expect([getFocus(), scroll.mock.calls.length]).toEqual(['Next part', 1])
  await click('Instead')
  expect([getFocus(), scroll.mock.calls.length]).toEqual(['Instead', 1])
})

test('going back leaves the place to the browser', async () => {
  await visit({ '/': heading('Home'), '/other': heading('Other page') })
  await click('Other')
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  await click('Back')
  expect([getFocus(), scroll.mock.calls.length]).toEqual(['Home', 1])
  expect(focus.mock.lastCall).toEqual([{ preventScroll: true }])
})

function Late() {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setLoaded(true)}>
        Load
      </button>
      <input aria-label="Search" />
      {isLoaded && heading('Late page')}
    </>
  )
}
const load = () => act(async () => screen.getByText('Load').click())

test('a page that loads late gets the focus when its heading is there', async () => {
  await visit({ '/': heading('Home'), '/other': <Late /> })
  await click('Other')
  await load()
  expect(getFocus()).toBe('Late page')
  // Once: what the page loads later moves nobody.
  ;(document.activeElement as HTMLElement).blur()
  await act(async () => document.body.append(document.createElement('p')))
  expect(document.activeElement).toBe(document.body)
})

test('unless the person has moved on meanwhile, on the page or to another one', async () => {
  await visit({ '/': heading('Home'), '/other': <Late /> })
  await click('Other')
  screen.getByLabelText('Search').focus()
  await load()
  expect(document.activeElement).toBe(screen.getByLabelText('Search'))
  cleanup()
  await visit({ '/': <Late />, '/other': <p>Nothing yet</p> })
  await click('Other')
  cleanup()
  const late = document.createElement('h1')
  late.tabIndex = -1
  await act(async () => document.body.append(late))
  expect(document.activeElement).toBe(document.body)
})
