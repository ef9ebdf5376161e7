import { expect, test } from 'vitest'
import { ApiError } from '#kit/http/api-error.ts'
import { failure, success } from '#tests/support/web/scripted-api.ts'
import { setUpScriptedApi } from '#tests/support/web/web-app.tsx'
import { sendFile } from './send-file.ts'

const api = setUpScriptedApi()
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
