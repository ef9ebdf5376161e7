// The whole web app in a test: every page, its real router and session, and a scripted API behind it.
import { act, configure, render } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { App } from '#web/app/app.tsx'
import { preloadAt } from '#web/app/matched-routes.ts'
import { closeSession } from '#web/entities/session/session.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { type ScriptedApi, startScriptedApi } from './scripted-api.ts'

// Calls go over a real socket, on machines that do much else at the same time.
configure({ asyncUtilTimeout: 10_000 })

declare const happyDOM: { setURL(url: string): void }

/** A scripted API for the tests of a file, and a guest without anything stored before each. */
export function scriptedApi(): { current: ScriptedApi } {
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
  return holder
}

/** Opens a page as the router does. Its code is loaded before, so that the first drawing is the page. */
export async function visit(path: string): Promise<{ path(): string }> {
  let now = path
  function Where() {
    now = useLocation().pathname
    return null
  }
  await preloadAt(path.split('?')[0] ?? path)
  await act(async () => {
    render(
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <App />
        <Where />
      </MemoryRouter>,
    )
  })
  return { path: () => now }
}
