// Reads an applicant's file for the viewer.

import { trackActivity } from '#kit/http/activity.ts'
import { ApiError, NetworkError } from '#kit/http/api-error.ts'

export interface ReadFile {
  /** As the server names its type. */
  type: string
  name: string
  bytes: ArrayBuffer
}

/** @throws ApiError, NetworkError, or the signal's reason when it was aborted */
export async function readFile(url: string, signal: AbortSignal): Promise<ReadFile> {
  const response = await trackActivity(fetch(url, { credentials: 'same-origin', signal })).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    throw new NetworkError('The server did not answer.', { cause })
  })
  const { headers, ok, status } = response
  if (!ok) throw new ApiError(status, await response.json().catch(() => null))
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  const bytes = await response.arrayBuffer().catch((cause: unknown) => {
    if (signal.aborted) throw cause
    throw new NetworkError('The connection was lost.', { cause })
  })
  return { type, name: readFileName(headers.get('content-disposition') ?? ''), bytes }
}

/** The name in UTF-8; empty when there is none. */
function readFileName(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? ''
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}

/** Images and PDF; everything else is downloaded. */
export const canDisplay = (type: string): boolean => type.startsWith('image/') || type === 'application/pdf'
