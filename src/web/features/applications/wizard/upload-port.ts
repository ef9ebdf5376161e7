// The form's way out for files: one call each, images made smaller first.

import { fileSize } from '#shared/format/numbers.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import { canBecomeSmaller } from '#web/entities/photo/photo-size.ts'
import { UploadFailure, type UploadPort } from '#web/form/uploads/upload-port.ts'
import { NetworkError, serverWords } from '#web/lib/http/api-error.ts'
import { loadPatiently } from '#web/lib/lazy/load-with-retry.ts'

/** No first step sends a file: the code for it comes with the other later parts. */
export const loadSender = () => loadPatiently(() => import('#web/lib/http/send-file.ts'))

export const uploadPort: UploadPort = {
  largest: uploadLimits.bytes,
  isTooLarge: (file) => file.size > uploadLimits.bytes && !canBecomeSmaller(file),
  words: { ...notices.upload, size: fileSize },
  async send(file, report, signal) {
    const { sendFile } = await loadSender()
    try {
      return await sendFile(file, { report, signal })
    } catch (error) {
      const isOffline = error instanceof NetworkError
      throw new UploadFailure(serverWords(error) || notices.upload.failed, { isOffline })
    }
  },
}
