import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preloadAt } from '#applicant/app/matched-routes.ts'
import { expireSession, openSession } from '#applicant/entities/session/session.ts'
import { noExercise } from '#shared/reference-data/exercise.ts'
import { buildVerifiedSummary } from '#tests/support/fixtures/application-summary.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'
import { writeExercise } from '#tests/support/ui/written-exercise.ts'

const api = setUpScriptedApi()
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const typist = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
const readErrorLine = () => screen.getByRole('alert').textContent

async function logIn(answer: ScriptedAnswer | 'hang up') {
  api.current.answerCalls({
    'POST /users/login': answer,
    'GET /applications/my/summary': success(buildVerifiedSummary()),
  })
  await typist().click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Login' }).hasAttribute('aria-disabled')).toBe(false))
}

test('the login page has its heading, says that applications are closed, and links to help, payment and the advert', async () => {
  await visit('/auth/login')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Login to your Application Portal')
  expect(screen.getByText('Application is currently closed')).toBeDefined()
  expect(screen.getByText('Such as RE24-00001.')).toBeDefined()
  const readTarget = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(readTarget('Pay Now')).toBe('/auth/payment')
  expect(readTarget('Contact Us')).toBe('/contact')
  expect(readTarget('Forgot password?')).toBe('/auth/forget-password')
  expect(readTarget('Click to Download')).toBe('/api/v1/exercise/advert.pdf')
  expect(screen.getByText(/^Powered by/)).toBeDefined()
})

test('empty fields are sent as they are', async () => {
  await visit('/auth/login')
  await logIn(failure(401, 'wrong_credentials', 'User ID or password is incorrect.'))
  expect(api.current.requests.find(({ method }) => method === 'POST')?.body).toEqual({ userId: '', password: '' })
})

test('during the login the button is disabled and shows the spinner', async () => {
  await visit('/auth/login')
  let finish = () => {}
  api.current.answerCalls({
    'POST /users/login': () =>
      new Promise((resolve) => {
        finish = () => resolve(failure(401, 'wrong_credentials', 'User ID or password is incorrect.'))
      }),
  })
  await typist().click(screen.getByRole('button', { name: 'Login' }))
  const button = screen.getByRole('button', { name: 'Login' })
  expect(button.hasAttribute('aria-disabled')).toBe(true)
  expect(button.querySelector('[data-spinner]')).not.toBeNull()
  await waitFor(() => expect(api.current.requests.some(({ method }) => method === 'POST')).toBe(true))
  act(finish)
  await waitFor(() => expect(button.hasAttribute('aria-disabled')).toBe(false))
})

test.each<[string, ScriptedAnswer | 'hang up', string, string]>([
  ['a refusal', failure(401, 'wrong_credentials', 'Wrong.'), 'Wrong.', 'Wrong.'],
  ['an error without a message', failure(400, '', ''), 'An unexpected error occurred.', 'An error occurred.'],
  ['a server error', failure(500, 'unexpected', 'Broken.'), 'Broken.', 'Broken.'],
  ['a 200 that is no success', { body: { status: 'failed', message: 'Not today.' } }, 'Not today.', 'Not today.'],
  [
    'a 200 that is no success and has no message',
    { body: { status: 'failed' } },
    'Login failed. Please try again.',
    'An error occurred.',
  ],
  ['no answer', 'hang up', 'An error occurred. Please try again.', 'An error occurred.'],
])('%s is shown in a toast and in the line above the fields', async (_, answer, toasted, inline) => {
  await visit('/auth/login')
  await logIn(answer)
  expect(readErrorLine()).toBe(inline)
  expect(screen.queryByText(/^You are logged in\./)).toBeNull()
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).toContain(toasted)
})

test('the next attempt clears the error line', async () => {
  await visit('/auth/login')
  await logIn(failure(401, 'wrong_credentials', 'Wrong.'))
  expect(readErrorLine()).toBe('Wrong.')
  api.current.answerCalls({ 'POST /users/login': () => new Promise(() => {}) })
  await typist().click(screen.getByRole('button', { name: 'Login' }))
  expect(readErrorLine()).toBe('')
})

test.each([
  ['the password page first', buildUser({ passChange: true, paymentstatus: true }), '/auth/update-password'],
  ['the dashboard when the fee is paid', buildUser({ paymentstatus: true }), '/app/dashboard'],
  ['the payment page otherwise', buildUser(), '/auth/payment'],
])('three seconds after a login follows %s', async (_, user, next) => {
  const { path } = await visit('/auth/login')
  await logIn(success(user, { token: 'the-token', message: 'Login successful.' }))
  expect(localStorage.getItem('token')).toBe('the-token')
  expect(screen.getByText(/^You are logged in\. Your next page opens/).getAttribute('role')).toBe('status')
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).toContain('Login successful.')
  await act(() => vi.advanceTimersByTimeAsync(2500))
  expect(path()).toBe('/auth/login')
  await act(() => vi.advanceTimersByTimeAsync(600))
  await waitFor(() => expect(path()).toBe(next))
})

test.each([
  ['a page of the application opens it again', '/app/application?step=2', {}, '/app/application?step=2'],
  ['a public page opens the dashboard', '/contact', {}, '/app/dashboard'],
  [
    'a page that is not open any more leads to what comes first',
    '/app/settings',
    { paymentstatus: false },
    '/auth/payment',
  ],
  [
    'a page of somebody else opens the dashboard',
    '/app/application?step=2',
    { userId: 'RE24-77777' },
    '/app/dashboard',
  ],
])('a login after the session has ended on %s', async (_, page, more, next) => {
  const user = buildUser({ paymentstatus: true })
  openSession('old', user)
  api.current.answerCalls({ 'GET /users/me': success(user) })
  const { address } = await visit(page)
  act(() => expireSession('Your session has ended. Log in again.'))
  await screen.findByRole('button', { name: 'Login' })
  await logIn(success({ ...user, ...more }, { token: 'the-token', message: 'Login successful.' }))
  await act(() => vi.advanceTimersByTimeAsync(3100))
  await waitFor(() => expect(address()).toBe(next))
})

test('who leaves the page after a login is not called away from the next one', async () => {
  const { path } = await visit('/auth/login')
  await preloadAt('/contact')
  await act(() => vi.advanceTimersByTimeAsync(3100))
  expect(path()).toBe('/auth/login')
  await logIn(success(buildUser(), { token: 'the-token', message: 'Login successful.' }))
  await typist().click(screen.getByRole('link', { name: 'Contact Us' }))
  await screen.findByRole('heading', { level: 1, name: /^Contact/ })
  await act(() => vi.advanceTimersByTimeAsync(3100))
  expect(path()).toBe('/contact')
})

test('who clicks once more after a login goes on at once, and is not logged in twice', async () => {
  const { path } = await visit('/auth/login')
  await logIn(success(buildUser(), { token: 'the-token', message: 'Login successful.' }))
  await typist().click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(path()).toBe('/auth/payment'))
  const logins = api.current.requests.filter(({ method }) => method === 'POST')
  expect(logins).toHaveLength(1)
})

test('who logs out before the next page opens stays, and can log in again', async () => {
  const { path } = await visit('/auth/login')
  await logIn(success(buildUser(), { token: 'the-token', message: 'Login successful.' }))
  await typist().click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(screen.queryByText(/^You are logged in/)).toBeNull())
  await logIn(failure(401, 'wrong_credentials', 'Wrong.'))
  expect(readErrorLine()).toBe('Wrong.')
  await act(() => vi.advanceTimersByTimeAsync(3100))
  expect(path()).toBe('/auth/login')
})

test('a login does not send the token of an older session', async () => {
  openSession('old', buildUser())
  await visit('/auth/login')
  await logIn(failure(401, 'wrong_credentials', 'Wrong.'))
  const login = api.current.requests.find(({ method }) => method === 'POST')
  expect(login?.headers.authorization).toBeUndefined()
})

// Last, because it loads modules anew.
const closed = 'Application is currently closed'
test.each([
  ['while applications are open', { status: 'open' }, false, /^Such as RE24/],
  [
    'while they are closed',
    { status: 'closed' },
    `${closed}If an account was issued to you, you can still log in, pay and submit.`,
    /^Such as RE24/,
  ],
  [
    'with a deadline, which the page does not know to have passed',
    { status: 'closed', deadline: '2024-12-01T11:00:00Z' },
    `${closed}If an account was issued to you, you can still log in.`,
    /^Such as RE24/,
  ],
  ['without an exercise', noExercise, `${closed}No recruitment exercise is open at present.`, null],
] as const)('%s the page says what can be done', async (_, exercise, said, example) => {
  writeExercise(exercise)
  const { Component } = await import('./login-page.tsx')
  render(<Component />, { wrapper: MemoryRouter })
  expect(screen.queryByText(closed)?.parentElement?.textContent ?? false).toBe(said)
  expect(screen.queryByText(/^Such as/)?.textContent ?? '').toMatch(example ?? /^$/)
  expect(screen.queryByRole('link', { name: 'Click to Download' }) !== null).toBe(example !== null)
})
