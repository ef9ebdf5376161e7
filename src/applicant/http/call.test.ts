import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeSession, currentSession, openSession } from '#applicant/entities/session/session.ts'
import { readStored, writeStored } from '#applicant/storage.ts'
import { ApiError, fieldMessage, NetworkError } from '#kit/http/api-error.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import {
  failure,
  type ScriptedAnswer,
  type ScriptedApi,
  startScriptedApi,
  success,
} from '#tests/support/ui/scripted-api.ts'
import { isOffline, reportAnswer, reportNoAnswer } from '../offline/connection.ts'
import { call } from './call.ts'

let api: ScriptedApi
beforeAll(async () => {
  api = await startScriptedApi()
  happyDOM.setURL(`${api.url}/`)
})
afterAll(() => api.close())
afterEach(() => vi.useRealTimers())
beforeEach(() => {
  reportAnswer()
  closeSession()
  localStorage.clear()
  api.requests.length = 0
})

declare const happyDOM: { setURL(url: string): void }

test('a call carries the token as Bearer, and no Authorization header without one', async () => {
  api.answer(() => success(buildUser()))
  await call('me')
  openSession('the-token', buildUser())
  await call('me')
  expect(api.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer the-token'])
})

test('logging in never carries the token of an older session', async () => {
  api.answer(() => success(buildUser(), { token: 'new' }))
  openSession('old', buildUser())
  const reply = await call('login', { body: { userId: 'RE24-00042', password: 'secret' } })
  expect(api.requests[0]?.headers.authorization).toBeUndefined()
  expect(api.requests[0]?.body).toEqual({ userId: 'RE24-00042', password: 'secret' })
  expect(reply.token).toBe('new')
})

test('a logout that is not answered yet ends with the next login, whose cookie its answer would remove', async () => {
  const held = holdReply(success({}))
  const logout = call('logout', { keepalive: true }).catch((reason: unknown) => reason)
  await held.arrived
  api.answer(() => success(buildUser(), { token: 'new' }))
  await call('login', { body: { userId: 'RE24-00042', password: 'secret' } })
  expect(await logout).toBeInstanceOf(NetworkError)
  held.release()
  // As after any call without an answer.
  await vi.waitFor(() => expect(api.requests.map(({ path }) => path)).toContain('/healthz'))
})

test('V1.2.2 paths and queries are filled and escaped', async () => {
  api.answer(() => success({}))
  await call('verifyPayment', { query: { rrr: '3100 0712' } })
  await call('verifyNin', { params: { nin: '1/2' }, body: { consent: true } })
  expect(api.requests.map(({ path }) => path)).toEqual([
    '/api/v1/payments/verify-remita?rrr=3100+0712',
    '/api/v1/services/nin-verify/1%2F2',
  ])
})

test('the cookie XSRF-TOKEN is copied into the header X-XSRF-TOKEN', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is tested.
  for (const cookie of ['theme=dark', 'XSRF-TOKEN=abc%3D']) document.cookie = cookie
  api.answer(() => success({}))
  await call('logout')
  expect(api.requests[0]?.headers['x-xsrf-token']).toBe('abc=')
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is tested.
  document.cookie = 'XSRF-TOKEN=; max-age=0'
  await call('logout')
  expect(api.requests[1]?.headers['x-xsrf-token']).toBeUndefined()
})

test('a refusal carries its status, code, message and field errors', async () => {
  api.answer(() =>
    failure(400, 'invalid_request', 'Enter a valid email.', {
      errors: [{ path: 'email', message: 'Enter a valid email.' }],
    }),
  )
  const error = await catchApiError(call('forgotPassword', { body: { userId: 'x', email: 'y' } }))
  expect(error).toMatchObject({ status: 400, code: 'invalid_request', message: 'Enter a valid email.' })
  expect(fieldMessage(error, 'email')).toBe('Enter a valid email.')
})

test('a 200 whose body does not say success is an error too', async () => {
  api.answer(() => ({ body: { status: 'error', message: 'Not today.' } }))
  expect(await catchApiError(call('me'))).toMatchObject({ status: 200, message: 'Not today.' })
})

test("a proxy's page instead of JSON is an error without a message", async () => {
  api.answer(() => ({ status: 502, body: '<h1>Bad gateway</h1>' }))
  expect(await catchApiError(call('me'))).toMatchObject({ status: 502, message: '', code: '' })
})

test('no answer at all is a network error', async () => {
  api.answer(() => 'hang up')
  await expect(call('me')).rejects.toBeInstanceOf(NetworkError)
})

/** Scripts one call whose reply the test holds back, while the health check answers at once. */
function holdReply(reply: ScriptedAnswer, health: ScriptedAnswer | 'hang up' = { body: { status: 'ok' } }) {
  let release = () => {}
  const arrived = new Promise<void>((arrive) => {
    api.answer(({ path }) => {
      if (path === '/healthz') return health
      return new Promise((resolve) => {
        release = () => resolve(reply)
        arrive()
      })
    })
  })
  return { arrived, release: () => release() }
}

test('a call has no timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  const held = holdReply(success(buildUser()))
  const running = call('me')
  await held.arrived
  vi.advanceTimersByTime(3_600_000)
  vi.useRealTimers()
  held.release()
  expect((await running).data.userId).toBe('RE24-00042')
})

test('the connection is not checked because of a call that has been answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  api.answer(() => success(buildUser()))
  await call('me')
  const left = vi.getTimerCount()
  vi.useRealTimers()
  expect(left).toBe(0)
})

const goOffline = async () => {
  reportNoAnswer()
  await vi.waitFor(() => expect(isOffline()).toBe(true))
}

test('a read is aborted when the connection is lost', async () => {
  const held = holdReply(success(buildUser()), 'hang up')
  const running = call('me')
  const error = running.catch((reason: unknown) => reason)
  await held.arrived
  await goOffline()
  expect(await error).toBeInstanceOf(NetworkError)
})

test.each([
  ['a login', () => call('login', { body: { userId: 'RE24-00042', password: 'secret' } })],
  ['a request for an RRR', () => call('generateRrr', { body: {} as never })],
  ['a password change', () => call('updatePassword', { body: { password: 'another secret' } })],
])('%s is waited for when the connection is lost, because repeating it could do harm', async (_, send) => {
  const held = holdReply(success(buildUser()), 'hang up')
  const running = send()
  await held.arrived
  await goOffline()
  held.release()
  expect((await running).status).toBe('success')
})

test('offline, a slow read is aborted after ten seconds, and a slow login is waited for', async () => {
  const held = holdReply(success(buildUser()), 'hang up')
  await goOffline()
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  const read = call('me').catch((reason: unknown) => reason)
  await held.arrived
  vi.advanceTimersByTime(10_000)
  expect(await read).toBeInstanceOf(NetworkError)
  const heldLogin = holdReply(success(buildUser()), 'hang up')
  const login = call('login', { body: { userId: 'RE24-00042', password: 'secret' } })
  await heldLogin.arrived
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  heldLogin.release()
  expect((await login).status).toBe('success')
})

test('an aborted call is neither an API error nor a network error', async () => {
  api.answer(() => new Promise(() => {}))
  const stop = new AbortController()
  const running = call('me', { signal: stop.signal })
  await vi.waitFor(() => expect(api.requests.map(({ path }) => path)).toContain('/api/v1/users/me'))
  stop.abort()
  const error = await running.catch((reason: unknown) => reason)
  expect(error).not.toBeInstanceOf(NetworkError)
  expect(error).toMatchObject({ name: 'AbortError' })
})

test.each(['session_ended', 'not_logged_in'])(
  'a session that the server ended (%s) is cleared, its reason is shown, and the draft stays',
  async (code) => {
    openSession('the-token', buildUser())
    writeStored('formData', { userId: 'RE24-00042', hobby: 'Chess' })
    api.answer(() => failure(401, code, 'Your session has ended. Log in again.'))
    await catchApiError(call('me'))
    const endReason = 'Your session has ended. Log in again.'
    expect(currentSession()).toEqual({ token: null, user: null, endReason, endedUserId: 'RE24-00042' })
    expect(readStored('formData')).toMatchObject({ hobby: 'Chess' })
  },
)

test('a wrong password, or any other refusal, does not end the open session', async () => {
  openSession('the-token', buildUser())
  api.answer(() => failure(401, 'wrong_credentials', 'User ID or password is incorrect.'))
  await catchApiError(call('login', { body: { userId: 'x', password: 'y' } }))
  await catchApiError(call('me'))
  expect(currentSession().token).toBe('the-token')
})

test('the refusal of an older token leaves the newer session alone', async () => {
  openSession('old', buildUser())
  api.answer(() => {
    openSession('new', buildUser())
    return failure(401, 'session_ended', 'Your session has ended. Log in again.')
  })
  await catchApiError(call('me'))
  expect(currentSession().token).toBe('new')
})

test('a guest is not told that a session has ended', async () => {
  api.answer(() => failure(401, 'not_logged_in', 'Log in to go on.'))
  await catchApiError(call('me'))
  expect(currentSession()).toEqual({ token: null, user: null, endReason: null })
})

const catchApiError = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}
