// Sends a file, photos made smaller first, and not at the first break of the line for nothing.

import { smallerImage } from '#web/entities/photo/smaller-image.ts'
import { settledLine } from '../offline/connection.ts'
import { NetworkError } from './api-error.ts'
import { uploadFile } from './upload-file.ts'

type Options = NonNullable<Parameters<typeof uploadFile>[1]>

/** How often a file may break off while the line holds: then it is something else, and a paid line is not spent on it unasked. */
const mostBreaks = 3

/**
 * Returns the link that answers name the file by.
 * @throws ApiError; NetworkError when the line is lost; an AbortError when it was aborted; Error when it breaks off while the line holds
 */
export async function sendFile(file: File, options: Options = {}): Promise<string> {
  const smaller = await smallerImage(file)
  for (let breaks = 1; ; breaks += 1) {
    try {
      const { data } = await uploadFile(smaller, options)
      return data.fileUrl
    } catch (error) {
      if (!(error instanceof NetworkError) || (await settledLine()) === 'lost') throw error
      if (breaks === mostBreaks) throw new Error('The file broke off each time.', { cause: error })
    }
  }
}
