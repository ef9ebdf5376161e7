import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { getLoginPathForFile } from '#shared/api/applicant/file-link.ts'
import { initialExercise } from '#shared/reference-data/exercise.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { clickBusy, setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const logIn = (user = buildUser()) => {
  openSession('t', user)
  api.current.answerCalls({ 'GET /users/me': success(user), 'POST /users/logout': success({}) })
}

test.each(['/auth/update-password', '/auth/verify-nin', '/auth/success', '/auth/forget-password'])(
  '%s shows who is logged in, help and the logout',
  async (path) => {
    logIn()
    await visit(path)
    const logout = await screen.findByRole('button', { name: 'Logout' })
    const bar = within(logout.parentElement as HTMLElement)
    expect(bar.getByText(/Danjuma Ladi Hauwa/)).toBeDefined()
    expect(bar.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact')
  },
)

test.each([
  ['/app/settings', "the applicant's own", 2019],
  ['/auth/update-password', "the applicant's own", 2019],
  ['/contact', 'the current', initialExercise.year],
])('the title of the document of %s names %s exercise', async (path, _, year) => {
  const user = buildUser({ paymentstatus: true })
  logIn({ ...user, exercise: { ...user.exercise, shortName: 'SITM', year: 2019 } })
  await visit(path)
  await waitFor(() => expect(document.title).toContain(` – SITM Recruitment ${year}`))
})

test('an applicant who has not paid can log out', async () => {
  logIn(buildUser({ passChange: true }))
  const { path } = await visit('/auth/update-password')
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(path()).toBe('/auth/login'))
  expect(localStorage.getItem('token')).toBeNull()
})

test('guests see neither name nor logout, but help in the footer', async () => {
  await visit('/auth/verify-nin')
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull()
  expect(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Contact us' })).toBeDefined()
})

test('the login page says who is logged in already, and leads on or out', async () => {
  logIn(buildUser({ paymentstatus: true }))
  await visit('/auth/login')
  expect(await screen.findByText('You are logged in as Danjuma Ladi Hauwa (RE24-00042).')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/app/dashboard')
  await clickBusy('Logout')
  await waitFor(() => expect(screen.queryByText(/You are logged in as/)).toBeNull())
})

test('it says so too where the browser refuses its storage', async () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear() {} })
  onTestFinished(() => void vi.unstubAllGlobals())
  logIn(buildUser({ paymentstatus: true }))
  await visit('/auth/login')
  expect(await screen.findByText('You are logged in as Danjuma Ladi Hauwa (RE24-00042).')).toBeDefined()
})

test('after a session has ended, the login leads back to the step of the form', async () => {
  const user = buildUser({ paymentstatus: true, ninVerify: true })
  openSession('t', user)
  api.current.answerCalls({
    'GET /users/me': failure(401, 'session_ended', 'Your session has ended. Log in again.'),
    'GET /applications/my': failure(404, 'no_application', ''),
    'GET /applications/draft': success({ document: null, revision: 0, savedAt: null }),
  })
  const { path } = await visit('/app/application?step=1')
  await waitFor(() => expect(path()).toBe('/auth/login'))
  api.current.answerCalls({
    'POST /users/login': success(user, { token: 'new', message: 'Login successful.' }),
    'GET /users/me': success(user),
    'GET /applications/my': failure(404, 'no_application', ''),
    'GET /applications/draft': success({ document: null, revision: 0, savedAt: null }),
  })
  await userEvent.type(screen.getByLabelText('User ID'), user.userId)
  await userEvent.type(screen.getByLabelText('Password'), 'secret-password')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(path()).toBe('/app/application'), { timeout: 8_000 })
})

describe('the login that the link of a file has led to', () => {
  const file = '/api/v1/files/0a0a0a0a-0000-4000-8000-000000000001'
  const loginPath = getLoginPathForFile(file)
  const user = buildUser({ paymentstatus: true })
  beforeEach(() => {
    sessionStorage.clear()
  })

  test('opens the file after the login', async () => {
    const assign = vi.spyOn(location, 'assign').mockReturnValue(undefined)
    await visit(loginPath)
    api.current.answerCalls({
      'POST /users/login': success(user, { token: 'new', message: 'Login successful.' }),
      'GET /users/me': success(user),
    })
    await userEvent.type(screen.getByLabelText('User ID'), user.userId)
    await userEvent.type(screen.getByLabelText('Password'), 'secret-password')
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(assign.mock.calls).toEqual([[file]]))
    expect(screen.getByRole('link', { name: 'Open the file' }).getAttribute('href')).toBe(file)
  })

  test('asks again when the server has ended the session, and says why', async () => {
    const assign = vi.spyOn(location, 'assign').mockReturnValue(undefined)
    openSession('t', user)
    api.current.answerCalls({ 'GET /users/me': failure(401, 'session_ended', 'Your session has ended. Log in again.') })
    await visit(loginPath)
    expect(await screen.findByText('Your session has ended. Log in again.')).toBeDefined()
    expect(assign).not.toHaveBeenCalled()
  })

  test('opens nothing once it is left', async () => {
    openSession('t', user)
    const answered = Promise.withResolvers<ScriptedAnswer>()
    api.current.answerCalls({ 'GET /users/me': () => answered.promise })
    const fetched = vi.spyOn(globalThis, 'fetch')
    await visit(loginPath)
    await waitFor(() => expect(api.current.requests.some(({ path }) => path.endsWith('/users/me'))).toBe(true))
    cleanup()
    const calls = fetched.mock.calls.filter(([url]) => String(url).endsWith('/users/me'))
    expect(new Set(calls.map(([, init]) => init?.signal?.aborted))).toEqual(new Set([true]))
    answered.resolve(success(user))
  })

  test('does not open a file again and again that leads back to it', async () => {
    const assign = vi.spyOn(location, 'assign').mockReturnValue(undefined)
    logIn(user)
    await visit(loginPath)
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    cleanup()
    await visit(loginPath)
    expect(await screen.findByText('If the file did not open, log out and log in again.')).toBeDefined()
    expect(assign).toHaveBeenCalledTimes(1)
  })

  test.each([
    [29_000, 0],
    [31_000, 1],
  ])('opens a file again that was opened %i ms ago: %i times', async (ago, times) => {
    const assign = vi.spyOn(location, 'assign').mockReturnValue(undefined)
    sessionStorage.setItem('fileOpenedAt', String(Date.now() - ago))
    const fetched = vi.spyOn(globalThis, 'fetch')
    logIn(user)
    await visit(loginPath)
    await screen.findByRole('link', { name: 'Open the file' })
    expect(fetched.mock.calls.filter(([url]) => String(url).endsWith('/users/me'))).toHaveLength(times)
    expect(screen.queryByText('If the file did not open, log out and log in again.') === null).toBe(times === 1)
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(times))
  })

  test('opens nothing before the first password is changed', async () => {
    const assign = vi.spyOn(location, 'assign').mockReturnValue(undefined)
    logIn(buildUser({ passChange: true }))
    await visit(loginPath)
    expect((await screen.findByRole('link', { name: 'Continue' })).getAttribute('href')).toBe('/auth/update-password')
    expect(assign).not.toHaveBeenCalled()
  })
})
