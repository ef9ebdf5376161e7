import { smallerImage } from './smaller-image.ts'
import { uploadFile } from './upload-file.ts'

type Options = Parameters<typeof uploadFile>[1]

/**
 * Sends one file, photos made smaller first; returns the link that answers name it by.
 * @throws ApiError, NetworkError, and an AbortError when it was aborted
 */
export async function sendFile(file: File, options?: Options): Promise<string> {
  const { data } = await uploadFile(await smallerImage(file), options)
  return data.fileUrl
}
