import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { isOffline } from '#applicant/offline/connection.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { failure, success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()

/** An answer to another call may have come after the check that failed. */
async function loseConnection() {
  window.dispatchEvent(new Event('offline'))
  await waitFor(() => expect(isOffline()).toBe(true))
}

/** The browser says it until this holds: a check of before, which fails, may still be running. */
const waitOnline = (check: () => void) =>
  waitFor(() => {
    window.dispatchEvent(new Event('online'))
    check()
  })

const user = buildUser({ paymentstatus: true, paymentStatus: true, ninVerify: true })

test('no empty form opens by itself while the server cannot say whether there is an application', async () => {
  openSession('token', user)
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /applications/my': 'hang up',
    'GET /applications/draft': success({ document: null, revision: 0, savedAt: null }),
  })
  await visit('/app/application')
  expect(await screen.findByRole('alert', {}, { timeout: 15_000 })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Start a blank form' })).toBeNull()
  expect(screen.queryByText(/start a blank form meanwhile/)).toBeNull()
  api.current.answerCalls({ 'GET /applications/my': success({ applicationId: 'APP-2024-000001' }) })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('You have submitted your application.')).toBeDefined()
})

test('the draft of this device opens no form before the server has said whether there is an application', async () => {
  openSession('token', user)
  localStorage.setItem('formData', JSON.stringify({ userId: user.userId, placeOfBirth: 'Only here', unsaved: true }))
  const answered = Promise.withResolvers<void>()
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /applications/my': async () => {
      await answered.promise
      return success({ applicationId: 'APP-2024-000001' })
    },
    'GET /applications/draft': success({ document: null, revision: 0, savedAt: null }),
  })
  await visit('/app/application')
  const listPaths = () => api.current.requests.map(({ path }) => path)
  await waitFor(() => expect(listPaths()).toContain('/api/v1/applications/my'))
  await waitFor(() => expect(listPaths()).toContain('/api/v1/users/me'))
  expect(listPaths()).not.toContain('/api/v1/applications/draft')
  answered.resolve()
  expect(await screen.findByText('You have submitted your application.')).toBeDefined()
})

test('a form that could not be read opens by itself once the connection is back', async () => {
  openSession('token', user)
  const reads = { 'GET /users/me': success(user), 'GET /applications/my': failure(404, 'no_application', '') }
  api.current.answerCalls({ ...reads, 'GET /applications/draft': 'hang up', 'GET /healthz': 'hang up' })
  await visit('/app/application')
  expect(await screen.findByRole('alert', {}, { timeout: 15_000 })).toBeDefined()
  await loseConnection()
  api.current.answerCalls({
    ...reads,
    'GET /applications/draft': success({ document: null, revision: 0, savedAt: null }),
    'GET /healthz': success({}),
  })
  await waitOnline(() => screen.getByRole('button', { name: 'Next' }))
})

test('a device that the server once told of no application offers a blank form', async () => {
  openSession('token', user)
  localStorage.setItem(`submitted.${user.userId}`, 'no')
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /applications/my': 'hang up',
    'GET /applications/draft': 'hang up',
  })
  await visit('/app/application')
  expect(await screen.findByRole('button', { name: 'Start a blank form' }, { timeout: 15_000 })).toBeDefined()
  expect(screen.getByText(/start a blank form meanwhile/)).toBeDefined()
})

test('a blank form that was started stays as it is when the connection is back', async () => {
  openSession('token', user)
  localStorage.setItem(`submitted.${user.userId}`, 'no')
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /applications/my': 'hang up',
    'GET /applications/draft': 'hang up',
    'GET /healthz': 'hang up',
  })
  await visit('/app/application')
  await userEvent.click(await screen.findByRole('button', { name: 'Start a blank form' }, { timeout: 15_000 }))
  await userEvent.type(await screen.findByLabelText(/^Place of birth/), 'Jos')
  await loseConnection()
  api.current.requests.length = 0
  api.current.answerCalls({
    'GET /users/me': success(user),
    'GET /applications/my': failure(404, 'no_application', ''),
    'GET /healthz': success({}),
  })
  // Read at every return of the connection.
  await waitOnline(() => expect(api.current.requests.map(({ path }) => path)).toContain('/api/v1/users/me'))
  await waitFor(() => expect(api.current.requests.map(({ path }) => path)).toContain('/api/v1/applications/my'))
  expect(screen.getByDisplayValue('Jos')).toBeDefined()
})
