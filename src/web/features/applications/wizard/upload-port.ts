// Sends the form's files: one call per file, images shrunk first.
import { formatFileSize } from '#shared/format/numbers.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import { UploadFailure, type UploadPort } from '#web/form/uploads/upload-port.ts'
import { ApiError, NetworkError, serverMessage } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/http.ts'
import { loadWithRetry } from '#web/lib/lazy/load-with-retry.ts'
import { canShrink } from '#web/lib/uploads/can-shrink.ts'

/** Lazy: the first step has no files. */
export const loadSendFile = () => loadWithRetry(() => import('#web/lib/uploads/send-file.ts'))

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
