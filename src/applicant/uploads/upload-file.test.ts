import { afterEach, expect, test, vi } from 'vitest'
import { currentSession, openSession } from '#applicant/entities/session/session.ts'
import { isOffline, reportUnreachable } from '#applicant/offline/connection.ts'
import { ApiError, NetworkError } from '#kit/http/api-error.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi } from '#tests/support/ui/applicant-app.tsx'
import { failure, type ScriptedAnswer, success } from '#tests/support/ui/scripted-api.ts'
import { uploadFile } from './upload-file.ts'

const api = setUpScriptedApi()
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const file = new File(['the scan'], 'degree.pdf', { type: 'application/pdf' })

test('a file is sent as the field "file" with the token, and its link is returned', async () => {
  openSession('the-token', buildUser())
  api.current.answerCalls({ 'POST /upload/file': success({ success: true, fileUrl: '/api/v1/files/1' }) })
  const { data } = await uploadFile(file)
  expect(data.fileUrl).toBe('/api/v1/files/1')
  const [request] = api.current.requests
  expect(request?.headers.authorization).toBe('Bearer the-token')
  expect(request?.body).toMatch(/name="file"; filename="degree.pdf"[\s\S]*the scan/)
})

test("a refused file carries the server's reason", async () => {
  api.current.answerCalls({ 'POST /upload/file': failure(415, 'file_type_refused', 'Not this type.') })
  const error = await uploadFile(file).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 415, code: 'file_type_refused', message: 'Not this type.' })
})

test.each<[string, ScriptedAnswer]>([
  ['another status than 200', { ...success({ success: true, fileUrl: '/api/v1/files/1' }), status: 201 }],
  ['data that does not say success', success({ success: false, fileUrl: '/api/v1/files/1' })],
  ['no address', success({ success: true })],
])('a reply with %s is an error', async (_, answer) => {
  api.current.answerCalls({ 'POST /upload/file': answer })
  await expect(uploadFile(file)).rejects.toBeInstanceOf(ApiError)
})

test('an upload refused because the session has ended ends it here too', async () => {
  openSession('the-token', buildUser())
  api.current.answerCalls({
    'POST /upload/file': failure(401, 'session_ended', 'Your session has ended. Log in again.'),
  })
  await uploadFile(file).catch(() => {})
  expect(currentSession()).toMatchObject({ token: null, endReason: 'Your session has ended. Log in again.' })
})

test('a broken connection is a network error', async () => {
  api.current.answerCalls({ 'POST /upload/file': 'hang up' })
  await expect(uploadFile(file)).rejects.toBeInstanceOf(NetworkError)
})

test('an upload can be aborted', async () => {
  api.current.answerCalls({ 'POST /upload/file': () => new Promise(() => {}) })
  const stop = new AbortController()
  const running = uploadFile(file, { signal: stop.signal })
  stop.abort()
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
})

/** A request whose sending and answer the test decides. */
function setUpRequest() {
  const upload = new EventTarget()
  const request = Object.assign(new EventTarget(), {
    upload,
    open() {},
    setRequestHeader() {},
    send() {},
    abort() {},
    getResponseHeader: () => null,
    status: 200,
    responseText: JSON.stringify(success({ success: true, fileUrl: '/api/v1/files/1' }).body),
  })
  vi.stubGlobal('XMLHttpRequest', function StubbedRequest() {
    return request
  })
  vi.useFakeTimers()
  return request
}

test('an upload that makes no progress for a minute has broken off, and one that does has not', async () => {
  const request = setUpRequest()
  const abort = vi.spyOn(request, 'abort')
  const onProgress = vi.fn()
  const running = uploadFile(file, { onProgress }).catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(59_000)
  // Of nothing there is no part.
  for (const [loaded, total] of [
    [0, 0],
    [1, 2],
  ])
    request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  expect(onProgress.mock.calls).toEqual([[0.5]])
  await vi.advanceTimersByTimeAsync(59_000)
  const state = await Promise.race([running, Promise.resolve('running')])
  expect([state, abort.mock.calls.length]).toEqual(['running', 0])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await running).toBeInstanceOf(NetworkError)
  expect(abort).toHaveBeenCalledOnce()
})

test('once a file is sent, the server may take its time to check it', async () => {
  const request = setUpRequest()
  const running = uploadFile(file)
  request.upload.dispatchEvent(new Event('loadend'))
  await vi.advanceTimersByTimeAsync(120_000)
  reportUnreachable()
  request.dispatchEvent(new Event('load'))
  expect(isOffline()).toBe(false)
  expect((await running).data.fileUrl).toBe('/api/v1/files/1')
})
