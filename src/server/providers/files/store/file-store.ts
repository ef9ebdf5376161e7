// The port to the place where uploads are kept.
import type { Readable } from 'node:stream'

export interface FileStore {
  /**
   * Keeps a file; once this resolves it survives a crash. The same id again replaces the content.
   * A source that fails leaves nothing behind.
   * @param id a UUID
   * @param type the media type that was recognised
   */
  put(id: string, content: FileContent, type: string): Promise<void>
  /** The content, or null when there is no such file. */
  get(id: string): Promise<Readable | null>
  /** Removes the file and what was begun of it; one that is not there is no error. */
  remove(id: string): Promise<void>
}

export type FileContent = Uint8Array | AsyncIterable<Uint8Array>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** @throws Error when the id is not one of ours: it becomes part of a path. */
export function checkedId(id: string): string {
  if (!uuid.test(id)) throw new Error('A file is kept under a UUID.')
  return id
}
