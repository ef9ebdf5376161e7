import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '#tests/support/fixtures/web-user.ts'
import { failure, type ScriptedApi, startScriptedApi, success } from '#tests/support/web/scripted-api.ts'
import { closeSession, currentSession, openSession } from '#web/entities/session/session.ts'
import { store, stored } from '../browser/storage.ts'
import { ApiError, fieldWords, NetworkError } from './api-error.ts'
import { call } from './http.ts'

let api: ScriptedApi
beforeAll(async () => {
  api = await startScriptedApi()
  happyDOM.setURL(`${api.url}/`)
})
afterAll(() => api.close())
beforeEach(() => {
  closeSession()
  localStorage.clear()
  api.requests.length = 0
})

declare const happyDOM: { setURL(url: string): void }

test('a call carries the token as Bearer, and no Authorization header without one', async () => {
  api.answer(() => success(aUser()))
  await call('me')
  openSession('the-token', aUser())
  await call('me')
  expect(api.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer the-token'])
})

test('logging in never carries the token of an older session', async () => {
  api.answer(() => success(aUser(), { token: 'new' }))
  openSession('old', aUser())
  const reply = await call('login', { body: { userId: 'RE24-00042', password: 'secret' } })
  expect(api.requests[0]?.headers.authorization).toBeUndefined()
  expect(api.requests[0]?.body).toEqual({ userId: 'RE24-00042', password: 'secret' })
  expect(reply.token).toBe('new')
})

test('paths and queries are filled and escaped', async () => {
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
  document.cookie = 'XSRF-TOKEN=abc%3D'
  api.answer(() => success({}))
  await call('logout')
  expect(api.requests[0]?.headers['x-xsrf-token']).toBe('abc=')
})

test('a refusal tells its status, code, sentence and fields', async () => {
  api.answer(() =>
    failure(400, 'invalid_request', 'Enter a valid email.', {
      errors: [{ path: 'email', message: 'Enter a valid email.' }],
    }),
  )
  const error = await refusal(call('forgotPassword', { body: { userId: 'x', email: 'y' } }))
  expect(error).toMatchObject({ status: 400, code: 'invalid_request', message: 'Enter a valid email.' })
  expect(fieldWords(error, 'email')).toBe('Enter a valid email.')
})

test('a 200 whose body does not say success is a refusal too', async () => {
  api.answer(() => ({ body: { status: 'error', message: 'Not today.' } }))
  expect(await refusal(call('me'))).toMatchObject({ status: 200, message: 'Not today.' })
})

test("a proxy's page instead of JSON is a refusal without words", async () => {
  api.answer(() => ({ status: 502, body: '<h1>Bad gateway</h1>' }))
  expect(await refusal(call('me'))).toMatchObject({ status: 502, message: '', code: '' })
})

test('no answer at all is a network error', async () => {
  api.answer(() => 'hang up')
  await expect(call('me')).rejects.toBeInstanceOf(NetworkError)
})

test('an answer may take its time: no call is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  let answer = () => {}
  const arrived = new Promise<void>((asked) => {
    api.answer(({ path }) => {
      // Whether there is a line is asked meanwhile, and there is.
      if (path === '/healthz') return { body: { status: 'ok' } }
      return new Promise((resolve) => {
        answer = () => resolve(success(aUser()))
        asked()
      })
    })
  })
  const asking = call('me')
  await arrived
  vi.advanceTimersByTime(3_600_000)
  vi.useRealTimers()
  answer()
  expect((await asking).data.userId).toBe('RE24-00042')
})

test('an aborted call is neither a refusal nor a network error', async () => {
  api.answer(() => new Promise(() => {}))
  const stop = new AbortController()
  const running = call('me', { signal: stop.signal })
  await vi.waitFor(() => expect(api.requests.map(({ path }) => path)).toContain('/api/v1/users/me'))
  stop.abort()
  const error = await running.catch((reason: unknown) => reason)
  expect(error).not.toBeInstanceOf(NetworkError)
  expect(error).toMatchObject({ name: 'AbortError' })
})

test('a session that the server ended is cleared with its reason, and the draft stays', async () => {
  openSession('the-token', aUser())
  store('formData', { userId: 'RE24-00042', hobby: 'Chess' })
  api.answer(() => failure(401, 'session_ended', 'Your session has ended. Log in again.'))
  await refusal(call('me'))
  expect(currentSession()).toEqual({ token: null, user: null, ended: 'Your session has ended. Log in again.' })
  expect(stored('formData')).toMatchObject({ hobby: 'Chess' })
})

test('a refused password does not end the session that is open', async () => {
  openSession('the-token', aUser())
  api.answer(() => failure(401, 'wrong_credentials', 'User ID or password is incorrect.'))
  await refusal(call('login', { body: { userId: 'x', password: 'y' } }))
  expect(currentSession().token).toBe('the-token')
})

test('the refusal of an older token leaves the newer session alone', async () => {
  openSession('old', aUser())
  api.answer(() => {
    openSession('new', aUser())
    return failure(401, 'session_ended', 'Your session has ended. Log in again.')
  })
  await refusal(call('me'))
  expect(currentSession().token).toBe('new')
})

const refusal = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}
