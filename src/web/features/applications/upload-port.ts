// The form's way out for files: one call each, images made smaller first.
import { uploadLimits } from '#shared/rules/limits.ts'
import { notices } from '#shared/words/notices.ts'
import { fileSize } from '#shared/words/numbers.ts'
import { UploadFailure, type UploadPort } from '#web/form/uploads/upload-port.ts'
import { NetworkError, serverWords } from '#web/lib/api-error.ts'
import { canBecomeSmaller, smallerImage } from '#web/lib/smaller-image.ts'
import { uploadFile } from '#web/lib/upload-file.ts'

export const uploadPort: UploadPort = {
  largest: uploadLimits.bytes,
  isTooLarge: (file) => file.size > uploadLimits.bytes && !canBecomeSmaller(file),
  words: { ...notices.upload, size: fileSize },
  async send(file, report, signal) {
    try {
      const { data } = await uploadFile(await smallerImage(file), { report, signal })
      return data.fileUrl
    } catch (error) {
      const isOffline = error instanceof NetworkError
      throw new UploadFailure(serverWords(error) || notices.upload.failed, { isOffline })
    }
  },
}
