import { act, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { closeSession, openSession } from '#applicant/entities/session/session.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()

declare const happyDOM: { setURL(url: string): void }

test.each([
  ['a guest', null, '/auth/login'],
  [
    'an applicant who must change the password, paid or not',
    buildUser({ passChange: true, paymentstatus: true }),
    '/auth/update-password',
  ],
  [
    'an applicant who must change the password and has not paid',
    buildUser({ passChange: true }),
    '/auth/update-password',
  ],
  ['an applicant who has not paid', buildUser(), '/auth/payment'],
])('%s is redirected from /app to the missing step', async (_, user, elsewhere) => {
  if (user) openSession('t', user)
  const { path, goBack } = await visit('/app/settings')
  await waitFor(() => expect(path()).toBe(elsewhere))
  goBack()
  expect(path()).toBe('/page-before')
})

test('an applicant who is logged in, has changed the password and has paid can open /app', async () => {
  const user = buildUser({ paymentstatus: true })
  openSession('t', user)
  api.current.answerCalls({ 'GET /users/me': success(user) })
  const { path } = await visit('/app/settings')
  expect(path()).toBe('/app/settings')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Account Setting')
})

test('a token without a user can open /app as a guest until the server returns the user', async () => {
  const user = buildUser({ paymentstatus: true })
  openSession('t', user)
  api.current.answerCalls({ 'GET /users/me': success(user) })
  const { path } = await visit('/app/settings')
  let sendReply = () => {}
  const replySent = new Promise<void>((resolve) => {
    sendReply = resolve
  })
  api.current.answerCalls({
    'GET /users/me': async () => {
      await replySent
      return success(user)
    },
  })
  act(() => {
    localStorage.removeItem('user')
    dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  })
  expect(screen.getByRole('banner').textContent).toContain('Welcome, Guest!')
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  sendReply()
  expect(await screen.findByRole('heading', { level: 1, name: 'Account Setting' })).toBeDefined()
  expect(screen.getByRole('banner').textContent).toContain('Danjuma Ladi Hauwa')
  expect(path()).toBe('/app/settings')
})

test('a user who cannot be read is said to be missing, and the page can be reloaded', async () => {
  const user = buildUser({ paymentstatus: true })
  openSession('t', user)
  api.current.answerCalls({ 'GET /users/me': success(user) })
  await visit('/app/settings')
  api.current.answerCalls({ 'GET /users/me': failure(500, 'unexpected', 'Unexpected.') })
  act(() => {
    localStorage.removeItem('user')
    dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to retrieve user details')
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined()
})

test('logging out in another tab leads to the login', async () => {
  openSession('t', buildUser({ paymentstatus: true }))
  api.current.answerCalls({ 'GET /users/me': () => new Promise(() => {}) })
  const { path } = await visit('/app/settings')
  await waitFor(() => expect(api.current.requests.map(({ path }) => path)).toContain('/api/v1/users/me'))
  act(() => closeSession())
  await waitFor(() => expect(path()).toBe('/auth/login'))
  // The user is awaited no more.
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).toBe('')
})

test.each(['token', null])('a token that another tab has removed (%s) leads to the login', async (key) => {
  openSession('t', buildUser({ paymentstatus: true }))
  const { path } = await visit('/app/settings')
  localStorage.clear()
  act(() => void dispatchEvent(new StorageEvent('storage', { key })))
  await waitFor(() => expect(path()).toBe('/auth/login'))
})

test('a session that the server ended leads to the login, which shows the reason', async () => {
  openSession('t', buildUser({ paymentstatus: true }))
  api.current.answerCalls({
    'GET /users/me': failure(401, 'session_ended', 'Your session has ended. Log in again.'),
  })
  const { path, goBack } = await visit('/app/settings')
  await waitFor(() => expect(path()).toBe('/auth/login'))
  expect(await screen.findByText('Your session has ended. Log in again.')).toBeDefined()
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).not.toContain('user details')
  goBack()
  expect(path()).toBe('/page-before')
})

test('the top bar shows names and user ID', async () => {
  openSession('t', buildUser({ paymentstatus: true }))
  await visit('/app/settings')
  const bar = screen.getByRole('banner')
  expect(bar.textContent).toContain('Danjuma Ladi Hauwa')
  expect(bar.textContent).toContain('RE24-00042')
})

test.each([
  ['the dashboard with a token', 't', '/app/dashboard'],
  ['the start page without one', null, '/'],
])('Go Home leads to %s', async (_, token, home) => {
  if (token) openSession(token, buildUser({ paymentstatus: true }))
  await visit('/no/such/page')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found')
  expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe(home)
})

describe('a page with a policy of its own', () => {
  const reload = vi.fn()
  beforeEach(() => {
    vi.spyOn(location, 'reload').mockImplementation(reload.mockClear())
  })
  afterEach(() => happyDOM.setURL(`${api.current.url}/`))

  /** Opens the page within a document that was loaded under `address`. */
  async function openIn(address: string, shell = false) {
    happyDOM.setURL(`${api.current.url}${address}`)
    if (shell) document.body.innerHTML = '<div id="root" data-shell></div>'
    vi.resetModules()
    const [{ RequireOwnDocument }, connection, { toast }] = await Promise.all([
      import('./guard.tsx'),
      import('#applicant/offline/connection.ts'),
      import('#kit/ui/feedback/toast.ts'),
    ])
    const show = () =>
      render(
        <MemoryRouter initialEntries={['/auth/payment']}>
          <Routes>
            <Route element={<RequireOwnDocument />}>
              <Route path="*" element={<p>The page</p>} />
            </Route>
          </Routes>
        </MemoryRouter>,
      )
    return { ...connection, show, toast }
  }
  const isShown = () => screen.queryByText('The page') !== null

  test('is shown in any document where the browser refuses to store the session, which a new one would end', async () => {
    const { show } = await openIn('/auth/login')
    const refuse = () => {
      throw new DOMException('No.', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear() {} })
    onTestFinished(() => void vi.unstubAllGlobals())
    const session = await import('#applicant/entities/session/session.ts')
    session.openSession('t', buildUser())
    show()
    expect([isShown(), reload.mock.calls.length]).toEqual([true, 0])
  })

  test('is shown in a document that was loaded for it', async () => {
    const { show } = await openIn('/auth/payment')
    show()
    expect([isShown(), reload.mock.calls.length]).toEqual([true, 0])
  })

  test.each([
    ['another page', '/auth/login', false],
    ['the shell of the worker', '/auth/payment', true],
  ])('is loaded as a new document from %s, with the messages that are visible', async (_, address, shell) => {
    const { show, toast } = await openIn(address, shell)
    toast.info('RRR copied.')
    show()
    expect([isShown(), reload.mock.calls.length]).toEqual([false, 1])
    expect(screen.getByRole('status').textContent).toContain('Loading')
    expect(sessionStorage.getItem('toasts')).toContain('RRR copied.')
  })

  test('is shown in any document while offline, and loaded once the connection is back', async () => {
    const { show, reportUnreachable, reportAnswer } = await openIn('/auth/login')
    reportUnreachable()
    show()
    expect([isShown(), reload.mock.calls.length]).toEqual([true, 0])
    act(reportAnswer)
    expect([isShown(), reload.mock.calls.length]).toEqual([false, 1])
  })
})
