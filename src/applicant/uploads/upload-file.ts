// Sends one file by XMLHttpRequest, because fetch reports no upload progress.

import { endRefusedSession, readToken } from '#applicant/http/credentials.ts'
import { buildHeaders } from '#applicant/http/request-headers.ts'
import { trackActivity } from '#kit/http/activity.ts'
import { ApiError, NetworkError } from '#kit/http/api-error.ts'
import { readReply } from '#kit/http/client.ts'
import { getCall } from '#shared/api/applicant/calls.ts'
import type { Contracts } from '#shared/api/applicant/contracts.ts'
import { apiBase } from '#shared/api/calls.ts'
import type { Reply } from '#shared/api/contract.ts'
import { reportAnswer, reportNoAnswer } from '../offline/connection.ts'

interface Options {
  /** How much has been sent, 0 to 1. */
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
}

/** Milliseconds without progress after which the upload counts as broken off. Waiting for the reply has no limit. */
const stallTimeout = 60_000

/** @throws ApiError, NetworkError, and an AbortError when it was aborted */
export const uploadFile = (file: File, options: Options = {}): Promise<Reply<Contracts['uploadFile']>> =>
  trackActivity(send(file, options))

function send(file: File, { onProgress, signal }: Options): Promise<Reply<Contracts['uploadFile']>> {
  const token = readToken()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  let timer: ReturnType<typeof setTimeout> | undefined

  return new Promise<Reply<Contracts['uploadFile']>>((resolve, reject) => {
    const fail = () => {
      reportNoAnswer()
      reject(new NetworkError('The file did not arrive.'))
    }
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        fail()
        request.abort()
      }, stallTimeout)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      restartTimer()
      if (total > 0) onProgress?.(loaded / total)
    })
    request.upload.addEventListener('loadend', () => clearTimeout(timer))
    request.addEventListener('load', () => {
      reportAnswer()
      try {
        const reply = readReply(request.status, request.responseText, (error) => endRefusedSession(token, error))
        resolve(requireUploaded(request.status, reply as Reply<Contracts['uploadFile']>))
      } catch (error) {
        if (error instanceof ApiError) error.retryAfterMs = Number(request.getResponseHeader('retry-after')) * 1000 || 0
        reject(error)
      }
    })
    request.addEventListener('error', fail)
    request.addEventListener('abort', () => reject(new DOMException('The upload was aborted.', 'AbortError')))

    const { method, path } = getCall('uploadFile')
    request.open(method, apiBase + path)
    for (const [name, value] of Object.entries(buildHeaders(token))) request.setRequestHeader(name, value)
    const form = new FormData()
    form.append('file', file)
    restartTimer()
    request.send(form)
    signal?.addEventListener('abort', abort)
  }).finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  })
}

/** Only a 200 whose data says so and names the file is a success. */
function requireUploaded(status: number, reply: Reply<Contracts['uploadFile']>): Reply<Contracts['uploadFile']> {
  const data: { success?: boolean; fileUrl?: string } = reply.data ?? {}
  if (status === 200 && data.success === true && data.fileUrl) return reply
  throw new ApiError(status, data)
}
