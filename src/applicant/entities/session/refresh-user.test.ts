import { renderHook, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { reportAnswer, reportUnreachable } from '#applicant/offline/connection.ts'
import { runAfterQuiet } from '#kit/http/activity.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi } from '#tests/support/ui/applicant-app.tsx'
import { failure, success } from '#tests/support/ui/scripted-api.ts'
import { refreshUser, useRefreshWhenSeen, useUserRefresh } from './refresh-user.ts'
import { closeSession, currentSession, openSession, readStoredRrr, writeStoredRrr } from './session.ts'

const api = setUpScriptedApi()
const waitUntilQuiet = () => new Promise<void>((quiet) => runAfterQuiet(0, quiet))

test('the newer user is saved', async () => {
  openSession('t', buildUser())
  api.current.answerCalls({ 'GET /users/me': success(buildUser({ paymentstatus: true })) })
  await refreshUser()
  expect(currentSession().user?.paymentstatus).toBe(true)
})

test('an RRR issued while the reply was on its way is not overwritten by an older one', async () => {
  openSession('t', buildUser({ rrr: '310007000001' }))
  const answers = [buildUser({ rrr: '310007000001' }), buildUser({ rrr: '310007000002' })]
  api.current.answerCalls({
    'GET /users/me': () => {
      if (answers.length === 2) writeStoredRrr('310007000002')
      return success(answers.shift())
    },
  })
  await refreshUser()
  expect(readStoredRrr()).toBe('310007000002')
  expect(currentSession().user?.rrr).toBe('310007000002')
})

test('the user is not saved after a logout during the call', async () => {
  openSession('t', buildUser())
  api.current.answerCalls({
    'GET /users/me': () => {
      closeSession()
      return success(buildUser())
    },
  })
  await refreshUser()
  expect(currentSession().user).toBeNull()
})

test('who comes back to the page after a minute sees what has changed, such as a later deadline', async () => {
  const user = buildUser()
  openSession('t', user)
  renderHook(useRefreshWhenSeen)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const later = { ...user, exercise: { ...user.exercise, deadline: '2099-12-07T11:30:00Z' } }
  api.current.answerCalls({ 'GET /users/me': success(later) })
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(api.current.requests).toEqual([])
  visibility.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(currentSession().user?.exercise.deadline).toBe('2099-12-07T11:30:00Z'))
  // As after a dialog in which a file was chosen.
  vi.setSystemTime(Date.now() + 59_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await refreshUser()
  expect(api.current.requests.filter(({ path }) => path === '/api/v1/users/me')).toHaveLength(2)
})

test('a user who cannot be read again when the page is seen, or the connection is back, stays as stored', async () => {
  const user = buildUser()
  openSession('t', user)
  api.current.answerCalls({ 'GET /users/me': success(user) })
  const errors: string[] = []
  renderHook(() => {
    useRefreshWhenSeen()
    useUserRefresh((message) => errors.push(message))
  })
  const countAsked = () => api.current.requests.filter(({ path }) => path === '/api/v1/users/me').length
  await waitFor(() => expect(countAsked()).toBe(1))
  await waitUntilQuiet()
  api.current.answerCalls({ 'GET /users/me': failure(400, 'invalid_request', 'No.') })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  document.dispatchEvent(new Event('visibilitychange'))
  reportUnreachable()
  reportAnswer()
  await waitFor(() => expect(countAsked()).toBe(3))
  await waitUntilQuiet()
  expect([errors, currentSession().user?.userId]).toEqual([[], user.userId])
})

test('who is not logged in has no user that could be read', () => {
  closeSession()
  renderHook(useRefreshWhenSeen)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  document.dispatchEvent(new Event('visibilitychange'))
  expect(api.current.requests).toEqual([])
})

test('a call that is cut off because its page is left is no error', async () => {
  openSession('t', buildUser())
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  const unanswered = Promise.withResolvers<never>()
  api.current.answerCalls({
    'GET /users/me': () => {
      resolve()
      return unanswered.promise
    },
  })
  const errors: string[] = []
  const { unmount } = renderHook(() => useUserRefresh((message) => errors.push(message)))
  await arrived
  unmount()
  // Longer than the cut takes.
  api.current.answerCalls({ 'GET /users/me': success(buildUser()) })
  await refreshUser()
  expect(errors).toEqual([])
})
