import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { closeSession, openSession } from '#applicant/entities/session/session.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { failure, success } from '#tests/support/web/scripted-api.ts'
import { setUpScriptedApi, visit } from '#tests/support/web/web-app.tsx'

const api = setUpScriptedApi()

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
  const { path } = await visit('/app/settings')
  await waitFor(() => expect(path()).toBe(elsewhere))
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

test('logging out in another tab leads to the login', async () => {
  openSession('t', buildUser({ paymentstatus: true }))
  const { path } = await visit('/app/settings')
  act(() => closeSession())
  await waitFor(() => expect(path()).toBe('/auth/login'))
})

test('a session that the server ended leads to the login, which shows the reason', async () => {
  openSession('t', buildUser({ paymentstatus: true }))
  api.current.answerCalls({
    'GET /users/me': failure(401, 'session_ended', 'Your session has ended. Log in again.'),
  })
  const { path } = await visit('/app/settings')
  await waitFor(() => expect(path()).toBe('/auth/login'))
  expect(await screen.findByText('Your session has ended. Log in again.')).toBeDefined()
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).not.toContain('user details')
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
