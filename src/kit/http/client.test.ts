import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runAfterQuiet } from './activity.ts'
import {
  ApiError,
  createFieldError,
  DeviceError,
  describeFailure,
  fieldMessage,
  hasCode,
  hasFieldErrors,
  isTemporary,
  NetworkError,
  serverMessage,
} from './api-error.ts'
import { type ClientAudience, createClient } from './client.ts'
import { fetchContent, saveBlob } from './fetch-content.ts'

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset().mockImplementation(async () => reply({ status: 'success' }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const reply = (body: object, init: ResponseInit = {}) => new Response(JSON.stringify(body), init)

const paths: Readonly<Record<string, { method: string; path: string }>> = {
  read: { method: 'GET', path: '/things/:id' },
  send: { method: 'POST', path: '/things' },
}
type AnyCall = (name: string, options?: object) => Promise<unknown>
const audience = (more: Partial<ClientAudience<string>> = {}): ClientAudience<string> => ({
  base: '/api',
  getCall: (name) => paths[name] ?? { method: '', path: '' },
  begin: () => ({ headers: {} }),
  ...more,
})
const createCall = (more: Partial<ClientAudience<string>> = {}) => createClient(audience(more)) as unknown as AnyCall

test('a query leaves out what is absent, and repeats a name that has several values', async () => {
  const call = createCall()
  await call('read', {
    params: { id: 'a/b' },
    query: { a: '', b: null, c: undefined, d: 0, e: false, f: ['x', '', 'y z'] },
  })
  await call('read', { query: { a: '' } })
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/things/a%2Fb?d=0&e=false&f=x&f=y+z', '/api/things/'])
})

test('a call outlives the page only where that is said', async () => {
  for (const options of [{}, { keepalive: true }]) await createCall()('send', options)
  expect(fetched.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([false, true])
})

test('a body is JSON and says so; a form and a call without a body have no such header', async () => {
  const call = createCall()
  const form = new FormData()
  await call('send', { body: { a: 1 } })
  await call('send', { form })
  await call('send')
  expect(fetched.mock.calls.map(([, { body }]) => body)).toEqual(['{"a":1}', form, null])
  const types = fetched.mock.calls.map(([, { headers }]) => (headers as Record<string, string>)['content-type'])
  expect(types).toEqual(['application/json', undefined, undefined])
})

test('an answer that was asked for before is taken for a read alone', async () => {
  const takeEarlyRead = vi.fn(() => ({
    response: Promise.resolve(reply({ status: 'success', data: 'early' })),
    controller: new AbortController(),
  }))
  const call = createCall({ begin: () => ({ headers: {}, takeEarlyRead }) })
  expect(await call('read')).toMatchObject({ data: 'early' })
  expect(fetched).not.toHaveBeenCalled()
  await call('send')
  expect([takeEarlyRead.mock.calls, fetched.mock.calls.length]).toEqual([[['/api/things/']], 1])
})

test('a call whose signal was aborted before is not sent to its end', async () => {
  fetched.mockImplementation(async (_, { signal }) => {
    signal?.throwIfAborted()
    return reply({ status: 'success' })
  })
  const reportNoAnswer = vi.fn()
  const connection = { watch: () => () => {}, reportAnswer() {}, reportNoAnswer }
  await expect(createCall({ connection })('read', { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(reportNoAnswer).not.toHaveBeenCalled()
})

test('the connection is told of answers that no cache has given, and of calls without one; each call is watched until it ends', async () => {
  const stopWatching = vi.fn()
  const connection = { watch: () => stopWatching, reportAnswer: vi.fn(), reportNoAnswer: vi.fn() }
  const call = createCall({ connection })
  const counts = () =>
    [connection.reportAnswer, connection.reportNoAnswer, stopWatching].map((f) => f.mock.calls.length)
  await call('read')
  expect(counts()).toEqual([0, 0, 1])
  fetched.mockResolvedValueOnce(reply({ status: 'success' }, { headers: { 'cache-control': 'no-store' } }))
  await call('read')
  expect(counts()).toEqual([1, 0, 2])
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(call('read')).rejects.toBeInstanceOf(NetworkError)
  expect(counts()).toEqual([1, 1, 3])
})

test.each([
  ['a status above 299', 300, { status: 'success' }],
  ['another word', 200, { status: 'error' }],
  ['null', 200, null],
  ['a text', 200, 'success'],
])('%s is no success, and the session hears of the refusal', async (_what, status, body) => {
  fetched.mockResolvedValue(new Response(JSON.stringify(body), { status }))
  const onRefusal = vi.fn()
  await expect(createCall({ begin: () => ({ headers: {}, onRefusal }) })('read')).rejects.toBeInstanceOf(ApiError)
  expect(onRefusal).toHaveBeenCalledOnce()
})

test.each<[string, () => Promise<unknown>]>([
  ['call', () => createCall()('read')],
  ['file', () => fetchContent('/file', {}, (response) => response.text())],
])('what waits for a quiet moment waits until no %s runs, and no longer', async (_, read) => {
  vi.useFakeTimers()
  const first = Promise.withResolvers<Response>()
  fetched.mockReturnValue(first.promise)
  const callback = vi.fn()
  runAfterQuiet(100, callback)
  const running = read()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(callback).not.toHaveBeenCalled()
  first.resolve(reply({ status: 'success' }))
  await running
  await vi.advanceTimersByTimeAsync(99)
  expect(callback).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  fetched.mockResolvedValue(reply({ status: 'success' }))
  await read()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(callback).toHaveBeenCalledOnce()
})

test.each<[unknown, boolean]>([
  [new ApiError(500, null), true],
  [new ApiError(499, null), false],
  [new ApiError(429, null), true],
  [new ApiError(408, null), true],
  [new ApiError(404, null), false],
  [new NetworkError('No.'), true],
])('%o may succeed a little later: %s', (error, expected) => {
  expect(isTemporary(error)).toBe(expected)
})

test('a refusal that is not as ours are has no message, no code and no fields', () => {
  for (const body of [null, 'text', { code: 7, message: {}, errors: 'all' }]) {
    const error = new ApiError(502, body)
    expect([error.message, error.code, error.errors, hasFieldErrors(error)]).toEqual(['', '', [], false])
  }
})

test('only a refusal of the server has its message, its code and its fields', () => {
  const refusal = new ApiError(409, {
    code: 'changed_meanwhile',
    message: 'Changed.',
    errors: [{ path: 'a', message: 'A.' }],
  })
  const other = Object.assign(new Error('Other.'), { code: 'changed_meanwhile', errors: refusal.errors })
  expect([serverMessage(refusal), serverMessage(other)]).toEqual(['Changed.', ''])
  expect([hasCode(refusal, 'changed_meanwhile'), hasCode(other, 'changed_meanwhile')]).toEqual([true, false])
  expect([hasCode(refusal, 'not_found'), hasFieldErrors(refusal), hasFieldErrors(other)]).toEqual([false, true, false])
  expect([fieldMessage(refusal, 'a'), fieldMessage(refusal, 'b'), fieldMessage(other, 'a')]).toEqual([
    'A.',
    undefined,
    undefined,
  ])
  expect(fieldMessage(createFieldError('name', 'Enter it.'), 'name')).toBe('Enter it.')
})

test.each([
  [new NetworkError('x'), 'The server did not answer. Check the connection and try again.'],
  [new ApiError(409, { message: 'Changed.' }), 'Changed.'],
  [new ApiError(502, null), 'Something went wrong. Please try again.'],
  [new DeviceError('No key was chosen.'), 'No key was chosen.'],
  [new TypeError('x is not a function'), 'Something went wrong. Please try again.'],
])('a page says of %o: %s', (error, message) => {
  expect(describeFailure(error)).toBe(message)
})

test('a file is its content, a refusal of the server, or no answer', async () => {
  const read = (response: Response) => response.text()
  fetched.mockResolvedValueOnce(new Response('PDF'))
  expect(await fetchContent('/file', {}, read)).toBe('PDF')
  fetched.mockResolvedValueOnce(reply({ code: 'not_found', message: 'There is none.' }, { status: 404 }))
  await expect(fetchContent('/file', {}, read)).rejects.toMatchObject({ status: 404, message: 'There is none.' })
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(fetchContent('/file', {}, read)).rejects.toBeInstanceOf(NetworkError)
})

test('a saved file has its name, and its memory is given back after the browser has read it', () => {
  vi.useFakeTimers()
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  saveBlob(new Blob(['a']), 'list.csv')
  expect([saved, revoke.mock.calls.length]).toEqual([['list.csv'], 0])
  vi.advanceTimersByTime(59_999)
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(revoke).toHaveBeenCalledOnce()
})
