// Reads an applicant's file for the viewer.
import { fetchContent } from '#kit/http/fetch-content.ts'

export interface ReadFile {
  /** As the server names its type. */
  type: string
  name: string
  bytes: ArrayBuffer
}

/** @throws ApiError, NetworkError */
export const readFile = (url: string, signal: AbortSignal): Promise<ReadFile> =>
  fetchContent(url, { signal }, async (response) => ({
    type: response.headers.get('content-type')?.split(';')[0] ?? '',
    name: readFileName(response.headers.get('content-disposition') ?? ''),
    bytes: await response.arrayBuffer(),
  }))

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
