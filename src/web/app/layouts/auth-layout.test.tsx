import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { failure, success } from '#tests/support/web/scripted-api.ts'
import { setUpScriptedApi, visit } from '#tests/support/web/web-app.tsx'
import { openSession } from '#web/entities/session/session.ts'

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
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(screen.queryByText(/You are logged in as/)).toBeNull())
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
