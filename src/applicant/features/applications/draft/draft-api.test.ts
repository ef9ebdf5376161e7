// What a save of the draft comes to.
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '#applicant/http/call.ts'
import { ApiError, NetworkError } from '#kit/http/api-error.ts'
import { sendDraft } from './draft-api.ts'

vi.mock(import('#applicant/http/call.ts'))
const calls = vi.mocked(call)
const toSend = { answers: {}, revision: 3, isPageClosing: false } as unknown as Parameters<typeof sendDraft>[0]
const savedAt = '2024-03-04T09:00:00.000Z'
const refuse = (status: number, code: string, data?: unknown) => new ApiError(status, { code, message: 'No.', data })

afterEach(() => {
  vi.useRealTimers()
  calls.mockReset()
})

test('a draft is saved with its revision, and outlives the page only when that closes', async () => {
  calls.mockResolvedValue({ data: { document: null, revision: 4, savedAt } } as never)
  expect(await sendDraft(toSend)).toEqual({ kind: 'saved', revision: 4, savedAt })
  await sendDraft({ ...toSend, isPageClosing: true })
  expect(calls.mock.calls.map(([, given]) => given)).toMatchObject([
    { body: { revision: 3 }, keepalive: false },
    { body: { revision: 3 }, keepalive: true },
  ])
})

test.each<[string, unknown, object]>([
  ['no answer', new NetworkError('The server did not answer.'), { kind: 'unreachable' }],
  ['an error of the server', refuse(503, 'unexpected'), { kind: 'unreachable' }],
  ['a refusal', refuse(400, 'invalid'), { kind: 'refused' }],
  ['an application that was submitted', refuse(409, 'already_submitted'), { kind: 'submitted' }],
  ['a session that ended', refuse(401, 'session_ended'), { kind: 'session ended' }],
  ['nobody who is logged in', refuse(401, 'not_logged_in'), { kind: 'session ended' }],
  [
    'a draft that is not there any more',
    refuse(409, 'draft_outdated', { document: null, revision: 7, savedAt: null }),
    { kind: 'missing', revision: 7 },
  ],
  [
    'a newer draft',
    refuse(409, 'draft_outdated', { document: {}, revision: 7, savedAt }),
    { kind: 'outdated', newer: { revision: 7, savedAt, isUnsent: false, foundOn: 'server' } },
  ],
])('after %s the draft knows what to do', async (_, error, outcome) => {
  calls.mockRejectedValue(error)
  expect(await sendDraft(toSend)).toMatchObject(outcome)
})

test('a save that takes more than a minute is given up', async () => {
  vi.useFakeTimers()
  calls.mockImplementation(
    (_, given) =>
      new Promise((_resolve, reject) => {
        const { signal } = given as unknown as { signal: AbortSignal }
        signal.addEventListener('abort', () => reject(new NetworkError('It took too long.')))
      }),
  )
  const outcome = vi.fn()
  void sendDraft(toSend).then(outcome)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toHaveBeenCalledExactlyOnceWith({ kind: 'unreachable' })
  expect(vi.getTimerCount()).toBe(0)
})
