// How the form sends a file, and what it makes of a failure.
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '#applicant/http/call.ts'
import { canShrink } from '#applicant/uploads/can-shrink.ts'
import { sendFile } from '#applicant/uploads/send-file.ts'
import { ApiError, NetworkError } from '#kit/http/api-error.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import { uploadPort } from './upload-port.ts'

vi.mock(import('#applicant/http/call.ts'))
vi.mock(import('#applicant/uploads/send-file.ts'))
vi.mock(import('#applicant/uploads/can-shrink.ts'))
afterEach(() => vi.resetAllMocks())

const send = () => uploadPort.send(new File(['x'], 'x.pdf'), () => {}, new AbortController().signal)
const withSize = (size: number) => Object.defineProperty(new File([], 'x'), 'size', { value: size })

test.each([
  [uploadLimits.bytes, false, false],
  [uploadLimits.bytes + 1, false, true],
  [uploadLimits.bytes + 1, true, false],
])('a file of %i bytes that can be made smaller: %s is too large: %s', (size, isImage, isTooLarge) => {
  vi.mocked(canShrink).mockReturnValue(isImage)
  expect(uploadPort.isTooLarge(withSize(size))).toBe(isTooLarge)
})

test.each<[string, unknown, object]>([
  ['no answer', new NetworkError('Gone'), { message: messages.upload.failed, isOffline: true, isFinal: false }],
  ...[400, 413, 415, 422].map((status): [string, unknown, object] => [
    `a refusal with ${status}`,
    new ApiError(status, { message: 'It is no PDF.' }),
    { message: 'It is no PDF.', isOffline: false, isFinal: true },
  ]),
  ...[401, 403, 429, 500].map((status): [string, unknown, object] => [
    `an error with ${status}`,
    new ApiError(status, { message: 'Later.' }),
    { message: 'Later.', isOffline: false, isFinal: false },
  ]),
])('after %s the form knows whether to try again', async (_, error, failure) => {
  vi.mocked(sendFile).mockRejectedValue(error)
  await expect(send()).rejects.toMatchObject(failure)
})

test('files that were sent before are listed with their links', async () => {
  vi.mocked(call).mockResolvedValue({ data: [{ fileUrl: '/f/1', name: 'a.pdf', size: 5, kind: 'x' }] } as never)
  expect(await uploadPort.list()).toEqual([{ link: '/f/1', name: 'a.pdf', size: 5 }])
})
