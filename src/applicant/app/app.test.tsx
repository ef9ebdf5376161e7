import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { reportAnswer, reportUnreachable } from '#applicant/offline/connection.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'

vi.mock(import('#applicant/offline/register-service-worker.ts'), () => ({ installServiceWorker: () => {} }))

setUpScriptedApi()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  reportAnswer()
})

test('what every page needs but none to begin with waits until the browser is idle', async () => {
  let runIdle = () => {}
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    runIdle = callback
    return 1
  })
  vi.stubGlobal('cancelIdleCallback', () => {})
  reportUnreachable()
  await visit('/no-such-page')
  await act(async () => void (await import('./offline-notice.tsx')))
  expect(screen.getByRole('heading', { level: 1 })).toBeDefined()
  expect(screen.queryByText(/^No network\./)).toBeNull()
  act(() => runIdle())
  expect(await screen.findByText(/^No network\./)).toBeDefined()
})
