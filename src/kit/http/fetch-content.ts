// Replies that are files.
import { trackActivity } from './activity.ts'
import { ApiError, NetworkError } from './api-error.ts'
import { readJson } from './client.ts'

/**
 * The content of a reply, as `read` reads it.
 * @throws ApiError when the server refuses; NetworkError when it does not answer, or the signal was aborted
 */
export async function fetchContent<T>(
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const receive = async () => {
    const response = await fetch(url, init)
    return response.ok
      ? { content: await read(response) }
      : { refusal: new ApiError(response.status, readJson(await response.text())) }
  }
  const result = await trackActivity(receive()).catch((cause: unknown) => {
    throw new NetworkError('The server did not answer.', { cause })
  })
  if ('refusal' in result) throw result.refusal
  return result.content
}

/** Lets the browser save it. */
export function saveBlob(blob: Blob, fileName: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // After the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
