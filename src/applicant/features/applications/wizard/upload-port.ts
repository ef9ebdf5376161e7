// Sends the form's files: one call per file, images shrunk first.

import { UploadFailure, type UploadPort } from '#applicant/form/uploads/upload-port.ts'
import { call } from '#applicant/http/call.ts'
import { canShrink } from '#applicant/uploads/can-shrink.ts'
import { ApiError, NetworkError, serverMessage } from '#kit/http/api-error.ts'
import { loadWithRetry } from '#kit/routing/load-with-retry.ts'
import { formatFileSize } from '#shared/format/numbers.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { uploadLimits } from '#shared/policy/limits.ts'

/** Lazy: the first step has no files. */
export const loadSendFile = () => loadWithRetry(() => import('#applicant/uploads/send-file.ts'))

export const uploadPort: UploadPort = {
  maxBytes: uploadLimits.bytes,
  isTooLarge: (file) => file.size > uploadLimits.bytes && !canShrink(file),
  messages: { ...messages.upload, formatSize: formatFileSize },
  async list() {
    const { data } = await call('files')
    return data.map(({ fileUrl, name, size }) => ({ link: fileUrl, name, size }))
  },
  async send(file, onProgress, signal) {
    const { sendFile } = await loadSendFile()
    try {
      return await sendFile(file, { onProgress, signal })
    } catch (error) {
      const isOffline = error instanceof NetworkError
      throw new UploadFailure(serverMessage(error) || messages.upload.failed, { isOffline, isFinal: isRefused(error) })
    }
  },
}

/** The server has read the file and does not take it. */
const isRefused = (error: unknown) => error instanceof ApiError && [400, 413, 415, 422].includes(error.status)
