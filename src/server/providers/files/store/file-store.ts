// The port for the storage of uploads.
import type { Readable } from 'node:stream'

export interface FileStore {
  /**
   * Stores a file durably: once this resolves, the file survives a crash. The same id again replaces the content.
   * If the source fails, nothing is stored.
   * @param id a UUID
   * @param type the detected media type
   */
  put(id: string, content: FileContent, type: string): Promise<void>
  /** The content, or null when there is no such file. */
  get(id: string): Promise<Readable | null>
  /** Removes the file, also an incomplete one. A missing file is not an error. */
  remove(id: string): Promise<void>
}

export type FileContent = Uint8Array | AsyncIterable<Uint8Array>

/** The store did not answer or asks to come back later: the same request may succeed then. */
export class FileStoreUnavailableError extends Error {
  readonly kind: 'timeout' | 'unreachable' | 'temporary'

  constructor(kind: FileStoreUnavailableError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FileStoreUnavailableError'
    this.kind = kind
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** @throws Error when the id is not a UUID: it becomes part of a path */
export function assertFileId(id: string): string {
  if (!uuid.test(id)) throw new Error('A file id must be a UUID.')
  return id
}
