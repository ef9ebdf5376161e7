// Sends one file. By XMLHttpRequest, because fetch tells no progress.
import { apiBase, callOf } from '#shared/api/calls.ts'
import type { Reply } from '#shared/api/contracts.ts'
import { currentSession } from '#web/entities/session/session.ts'
import { gotNoAnswer, gotThrough } from '../offline/connection.ts'
import { counted } from './activity.ts'
import { ApiError, NetworkError } from './api-error.ts'
import { answered } from './read-reply.ts'
import { requestHeaders } from './request-headers.ts'

interface Options {
  /** Told how much has gone, 0 to 1. */
  report?: (part: number) => void
  signal?: AbortSignal
}

/** While it is being sent: without a byte of progress for this long (ms), the line is taken for dead. The answer may take its time. */
const silenceLimit = 60_000

/** @throws ApiError, NetworkError, and an AbortError when it was aborted */
export const uploadFile = (file: File, options: Options = {}): Promise<Reply<'uploadFile'>> =>
  counted(send(file, options))

function send(file: File, { report, signal }: Options): Promise<Reply<'uploadFile'>> {
  const { token } = currentSession()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  let clock: ReturnType<typeof setTimeout> | undefined

  return new Promise<Reply<'uploadFile'>>((resolve, reject) => {
    const lost = () => {
      gotNoAnswer()
      reject(new NetworkError('The file did not arrive.'))
    }
    const listen = () => {
      clearTimeout(clock)
      clock = setTimeout(() => {
        lost()
        request.abort()
      }, silenceLimit)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      listen()
      if (total > 0) report?.(loaded / total)
    })
    request.upload.addEventListener('loadend', () => clearTimeout(clock))
    request.addEventListener('load', () => {
      gotThrough()
      try {
        resolve(taken(request.status, answered(request.status, request.responseText, token) as Reply<'uploadFile'>))
      } catch (error) {
        reject(error)
      }
    })
    request.addEventListener('error', lost)
    request.addEventListener('abort', () => reject(new DOMException('The upload was called off.', 'AbortError')))

    const { method, path } = callOf('uploadFile')
    request.open(method, apiBase + path)
    for (const [name, value] of Object.entries(requestHeaders(token))) request.setRequestHeader(name, value)
    const form = new FormData()
    form.append('file', file)
    listen()
    request.send(form)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
  }).finally(() => {
    clearTimeout(clock)
    signal?.removeEventListener('abort', abort)
  })
}

/** Only a 200 whose data says so and names the file is a success (specification, section 7). */
function taken(status: number, reply: Reply<'uploadFile'>): Reply<'uploadFile'> {
  const data: { success?: boolean; fileUrl?: string } = reply.data ?? {}
  if (status === 200 && data.success === true && data.fileUrl) return reply
  throw new ApiError(status, data)
}
