import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '#tests/support/fixtures/web-user.ts'
import { failure, type ScriptedAnswer, success } from '#tests/support/web/scripted-api.ts'
import { scriptedApi, visit } from '#tests/support/web/web-app.tsx'
import { openSession } from '#web/entities/session/session.ts'

const api = scriptedApi()
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const typist = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
const alertLine = () => screen.getByRole('alert').textContent

async function logIn(answer: ScriptedAnswer | 'hang up') {
  api.current.answerCalls({ 'POST /users/login': answer })
  await typist().click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Login' }).hasAttribute('disabled')).toBe(false))
}

test('the page says what it is, that applications are closed, and where else to go', async () => {
  await visit('/auth/login')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Login to your Application Portal')
  expect(screen.getByText('Application is currently closed')).toBeDefined()
  const linked = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(linked('Pay Now')).toBe('/auth/payment')
  expect(linked('Contact Us')).toBe('/contact')
  expect(linked('Forgot password?')).toBe('/auth/forget-password')
  expect(linked('Click to Download')).toBe('/api/v1/exercise/advert.pdf')
  expect(screen.getByText(/^Powered by/)).toBeDefined()
})

test('empty fields are sent as they are', async () => {
  await visit('/auth/login')
  await logIn(failure(401, 'wrong_credentials', 'User ID or password is incorrect.'))
  expect(api.current.requests.find(({ method }) => method === 'POST')?.body).toEqual({ userId: '', password: '' })
})

test('while the answer is awaited the button is disabled and shows the spinner', async () => {
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
  expect(button.hasAttribute('disabled')).toBe(true)
  expect(button.querySelector('[data-spinner]')).not.toBeNull()
  await waitFor(() => expect(api.current.requests.some(({ method }) => method === 'POST')).toBe(true))
  act(finish)
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
})

test.each<[string, ScriptedAnswer | 'hang up', string, string]>([
  ['a refusal', failure(401, 'wrong_credentials', 'Wrong.'), 'Wrong.', 'Wrong.'],
  ['a refusal without words', failure(400, '', ''), 'An unexpected error occurred.', 'An error occurred.'],
  ['a server in trouble', failure(500, 'unexpected', 'Broken.'), 'Broken.', 'Broken.'],
  ['a 200 that is no success', { body: { status: 'failed', message: 'Not today.' } }, 'Not today.', 'Not today.'],
  [
    'a silent 200 that is no success',
    { body: { status: 'failed' } },
    'Login failed. Please try again.',
    'An error occurred.',
  ],
  ['no answer', 'hang up', 'An error occurred. Please try again.', 'An error occurred.'],
])('%s is told in a toast and in the line above the fields', async (_, answer, toasted, inline) => {
  await visit('/auth/login')
  await logIn(answer)
  expect(alertLine()).toBe(inline)
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).toContain(toasted)
})

test('the next try clears the line of the last one', async () => {
  await visit('/auth/login')
  await logIn(failure(401, 'wrong_credentials', 'Wrong.'))
  expect(alertLine()).toBe('Wrong.')
  api.current.answerCalls({ 'POST /users/login': () => new Promise(() => {}) })
  await typist().click(screen.getByRole('button', { name: 'Login' }))
  expect(alertLine()).toBe('')
})

test.each([
  ['the password page first', aUser({ passChange: true, paymentstatus: true }), '/auth/update-password'],
  ['the dashboard when the fee is paid', aUser({ paymentstatus: true }), '/app/dashboard'],
  ['the payment page otherwise', aUser(), '/auth/payment'],
])('three seconds after a login comes %s', async (_, user, next) => {
  const { path } = await visit('/auth/login')
  await logIn(success(user, { token: 'the-token', message: 'Login successful.' }))
  expect(localStorage.getItem('token')).toBe('the-token')
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).toContain('Login successful.')
  await act(() => vi.advanceTimersByTimeAsync(2500))
  expect(path()).toBe('/auth/login')
  await act(() => vi.advanceTimersByTimeAsync(600))
  await waitFor(() => expect(path()).toBe(next))
})

test('another login does not carry the token of the older one', async () => {
  openSession('old', aUser())
  await visit('/auth/login')
  await logIn(failure(401, 'wrong_credentials', 'Wrong.'))
  const login = api.current.requests.find(({ method }) => method === 'POST')
  expect(login?.headers.authorization).toBeUndefined()
})
