// Sends a file: photos are made smaller first, and an interrupted upload is repeated.

import { NetworkError } from '../http/api-error.ts'
import { awaitConnectionState } from '../offline/connection.ts'
import { shrinkImage } from './shrink-image.ts'
import { uploadFile } from './upload-file.ts'

type Options = NonNullable<Parameters<typeof uploadFile>[1]>

/** Attempts that may break off while online. More would waste the applicant's paid data. */
const maxAttempts = 3

/**
 * Returns the link under which answers refer to the file.
 * @throws ApiError; NetworkError when offline; AbortError when aborted; Error when every attempt broke off while online
 */
export async function sendFile(file: File, options: Options = {}): Promise<string> {
  const fileToSend = await shrinkImage(file)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { data } = await uploadFile(fileToSend, options)
      return data.fileUrl
    } catch (error) {
      if (!(error instanceof NetworkError) || (await awaitConnectionState()) === 'offline') throw error
      if (attempt === maxAttempts) throw new Error(`The upload broke off ${maxAttempts} times.`, { cause: error })
    }
  }
}
