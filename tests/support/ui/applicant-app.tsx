// The whole web app in a test: every page with its router and session, and a scripted API instead of the server.
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { App } from '#applicant/app/app.tsx'
import { preloadAt } from '#applicant/app/matched-routes.ts'
import { closeSession } from '#applicant/entities/session/session.ts'
import { toast } from '#kit/ui/feedback/toast.ts'
import { findFaults } from './find-faults.ts'
import { holdAnswers, type ScriptedApi, startScriptedApi } from './scripted-api.ts'

declare const happyDOM: { setURL(url: string): void }

/** Starts a scripted API for the tests of a file. Each test begins as a guest with empty storage. */
export function setUpScriptedApi(): { current: ScriptedApi } {
  const holder = {} as { current: ScriptedApi }
  beforeAll(async () => {
    holder.current = await startScriptedApi()
    happyDOM.setURL(`${holder.current.url}/`)
  })
  afterAll(() => holder.current.close())
  beforeEach(() => {
    closeSession()
    localStorage.clear()
    toast.clear()
    holder.current.requests.length = 0
    holder.current.answerCalls({})
  })
  afterEach(() => {
    const faults = findFaults(document.body)
    cleanup()
    expect(faults, 'faults of the page at the end').toEqual([])
  })
  return holder
}

/** Opens a page by the router, after another one. Its code is loaded first, so that the first render is the page. */
export async function visit(
  path: string,
): Promise<{ path(): string; address(): string; goBack(): void; goForward(): void }> {
  let current = path
  let search = ''
  let go: (pages: number) => void = () => {}
  function LocationProbe() {
    const location = useLocation()
    current = location.pathname
    search = location.search
    const navigate = useNavigate()
    go = (pages) => void navigate(pages)
    return null
  }
  await preloadAt(path.split('?')[0] ?? path)
  await act(async () => {
    render(
      <MemoryRouter initialEntries={['/page-before', path]} useTransitions={false}>
        <App />
        <LocationProbe />
      </MemoryRouter>,
    )
  })
  return {
    path: () => current,
    /** With the query. */
    address: () => current + search,
    goBack: () => act(() => go(-1)),
    goForward: () => act(() => go(1)),
  }
}

/** Clicks a button that begins a call. From then on it says that it is busy, so that a second click begins none. */
export async function clickBusy(name: string, place: Pick<typeof screen, 'getByRole'> = screen) {
  const button = place.getByRole('button', { name })
  // An answer that is there at once would leave no moment in which it can be seen.
  const release = holdAnswers()
  try {
    fireEvent.click(button)
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  } finally {
    release()
  }
}
