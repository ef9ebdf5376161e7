import { afterEach, expect, onTestFinished, test } from 'vitest'
import { provideCredentials } from '#applicant/http/credentials.ts'
import { reportAnswer } from '#applicant/offline/connection.ts'
import { ApiError, NetworkError } from '#kit/http/api-error.ts'
import { setUpScriptedApi } from '#tests/support/ui/applicant-app.tsx'
import { failure, success } from '#tests/support/ui/scripted-api.ts'
import { sendFile } from './send-file.ts'

const api = setUpScriptedApi()
afterEach(() => reportAnswer())
const file = new File(['the scan'], 'degree.pdf', { type: 'application/pdf' })
const uploaded = success({ success: true, fileUrl: '/api/v1/files/1', size: 8 })

const createBusy = (status: number, seconds: string) => ({
  ...failure(status, 'too_many_requests', 'Too many attempts. Wait a while and try again.'),
  headers: { 'retry-after': seconds },
})

test.each([429, 503])(
  'a file that the server cannot take yet (%d) is sent again when it says, and then later',
  async (status) => {
    const answers = [createBusy(status, '1'), createBusy(status, '1'), uploaded]
    const times: number[] = []
    api.current.answerCalls({
      'POST /upload/file': () => {
        times.push(performance.now())
        return answers.shift() ?? 'hang up'
      },
    })
    const progress: number[] = []
    const sent = await sendFile(file, { onProgress: (fraction) => progress.push(fraction) })
    expect(sent).toEqual({ link: '/api/v1/files/1', size: 8 })
    expect(progress.filter((fraction) => fraction === 0)).toHaveLength(2)
    const [first = 0, second = 0, third = 0] = times
    // Timers may run a millisecond early.
    expect([second - first > 990, third - second > 1_990]).toEqual([true, true])
  },
)

test.each([
  ['asks to wait for minutes', '600'],
  ['does not say until when', ''],
])('a server that %s is not asked again', async (_, seconds) => {
  api.current.answerCalls({ 'POST /upload/file': createBusy(429, seconds) })
  await expect(sendFile(file)).rejects.toBeInstanceOf(ApiError)
  expect(api.current.requests).toHaveLength(1)
})

test('a file that is removed while it is made smaller is not sent', async () => {
  const removal = new AbortController()
  const sending = sendFile(file, { signal: removal.signal })
  removal.abort()
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  expect(api.current.requests).toEqual([])
})

test('a file that is removed on its way goes no further', async () => {
  const removal = new AbortController()
  api.current.answerCalls({
    'POST /upload/file': () => {
      removal.abort()
      return uploaded
    },
  })
  await expect(sendFile(file, { signal: removal.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

test('a file that is removed while it waits is not sent again', async () => {
  const removal = new AbortController()
  api.current.answerCalls({
    'POST /upload/file': () => {
      removal.abort()
      return createBusy(429, '1')
    },
  })
  await expect(sendFile(file, { signal: removal.signal })).rejects.toMatchObject({ name: 'AbortError' })
  expect(api.current.requests).toHaveLength(1)
})

test('a server that stays busy is asked four times, and not again when it says more than ten seconds', async () => {
  api.current.answerCalls({ 'POST /upload/file': createBusy(503, '0.01') })
  await expect(sendFile(file)).rejects.toMatchObject({ status: 503 })
  expect(api.current.requests).toHaveLength(4)
  api.current.requests.length = 0
  api.current.answerCalls({ 'POST /upload/file': createBusy(503, '11') })
  await expect(sendFile(file)).rejects.toMatchObject({ status: 503 })
  expect(api.current.requests).toHaveLength(1)
})

test('a file is not sent again for the next person who logs in in another window', async () => {
  let token = 'token'
  provideCredentials({ readToken: () => token, onExpired: () => {} })
  onTestFinished(() => provideCredentials({ readToken: () => null, onExpired: () => {} }))
  api.current.answerCalls({
    'POST /upload/file': () => {
      token = 'token of the next'
      return createBusy(503, '0.01')
    },
  })
  await expect(sendFile(file)).rejects.toThrow('Another session has begun.')
  expect(api.current.requests).toHaveLength(1)
})

test('a connection that breaks off while the server can be reached is tried three times', async () => {
  api.current.answerCalls({ 'POST /upload/file': 'hang up', 'GET /healthz': success({}) })
  await expect(sendFile(file)).rejects.toThrow('The upload broke off 3 times.')
  expect(api.current.requests.filter(({ path }) => path.endsWith('/upload/file'))).toHaveLength(3)
})

test('one that breaks off because the device is offline is not tried again', async () => {
  api.current.answerCalls({ 'POST /upload/file': 'hang up', 'GET /healthz': 'hang up' })
  await expect(sendFile(file)).rejects.toBeInstanceOf(NetworkError)
  expect(api.current.requests.filter(({ path }) => path.endsWith('/upload/file'))).toHaveLength(1)
})
