// The form's way out for files: one call each, images made smaller first.

import { formatFileSize } from '#shared/format/numbers.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import { canShrink } from '#web/lib/uploads/can-shrink.ts'
import { UploadFailure, type UploadPort } from '#web/form/uploads/upload-port.ts'
import { NetworkError, serverMessage } from '#web/lib/http/api-error.ts'
import { loadWithRetry } from '#web/lib/lazy/load-with-retry.ts'

/** No first step sends a file: the code for it comes with the other later parts. */
export const loadSendFile = () => loadWithRetry(() => import('#web/lib/uploads/send-file.ts'))

export const uploadPort: UploadPort = {
  maxBytes: uploadLimits.bytes,
  isTooLarge: (file) => file.size > uploadLimits.bytes && !canShrink(file),
  messages: { ...messages.upload, formatSize: formatFileSize },
  async send(file, report, signal) {
    const { sendFile } = await loadSendFile()
    try {
      return await sendFile(file, { onProgress: report, signal })
    } catch (error) {
      const isOffline = error instanceof NetworkError
      throw new UploadFailure(serverMessage(error) || messages.upload.failed, { isOffline })
    }
  },
}
