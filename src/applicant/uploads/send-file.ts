// Sends a file: photos are made smaller first, and an interrupted upload is repeated.

import { readToken } from '#applicant/http/credentials.ts'
import { ApiError, NetworkError } from '#kit/http/api-error.ts'
import { awaitConnectionState } from '../offline/connection.ts'
import { shrinkImage } from './shrink-image.ts'
import { uploadFile } from './upload-file.ts'

interface Options {
  /**
   * @param fraction 0 to 1
   * @param bytes of the file as it is sent
   */
  onProgress?: (fraction: number, bytes: number) => void
  signal?: AbortSignal
}

interface SentFile {
  /** The link under which answers refer to the file. */
  link: string
  /** Bytes, as the server keeps it. */
  size: number
}

/** Attempts that may break off while online. More would waste the applicant's paid data. */
const maxAttempts = 3

/**
 * The server takes two files of an applicant at a time, and may notice only after half a minute that one has broken off. It says
 * 5 s, so waiting 5, 10 and 20 s is enough. The applicant is told when it says more than this, in milliseconds.
 */
const maxRetryAfterMs = 10_000
const maxBusy = 3

/**
 * @throws ApiError; NetworkError when offline; AbortError when aborted; Error when every attempt broke off while online
 */
export async function sendFile(file: File, { onProgress, signal }: Options = {}): Promise<SentFile> {
  const token = readToken()
  const fileToSend = await shrinkImage(file)
  let brokenOff = 0
  for (let busy = 0; ; ) {
    if (signal?.aborted) throw new DOMException('The upload was aborted.', 'AbortError')
    // It would become a file of who has logged in in another window.
    if (readToken() !== token) throw new Error('Another session has begun.')
    try {
      const { data } = await uploadFile(fileToSend, {
        onProgress: (fraction) => onProgress?.(fraction, fileToSend.size),
        ...(signal && { signal }),
      })
      return { link: data.fileUrl, size: data.size }
    } catch (error) {
      if (error instanceof ApiError && mayRetry(error) && busy < maxBusy) {
        onProgress?.(0, fileToSend.size)
        await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs * 2 ** busy))
        busy += 1
        continue
      }
      if (!(error instanceof NetworkError) || (await awaitConnectionState()) === 'offline') throw error
      brokenOff += 1
      if (brokenOff === maxAttempts) throw new Error(`The upload broke off ${maxAttempts} times.`, { cause: error })
    }
  }
}

const mayRetry = ({ retryAfterMs }: ApiError) => retryAfterMs > 0 && retryAfterMs <= maxRetryAfterMs
