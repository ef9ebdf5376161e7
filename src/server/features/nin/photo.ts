// The register's photo, kept as a file of the account.
import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { noteContent } from '#server/features/uploads/service.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import type { Means } from './dependencies.ts'
import type { PhotoFile } from './store.ts'

/** Keeps the photo; its row is still to be added, or the file to be removed. */
export async function keepPhoto(
  { database: { pool }, files, clock }: Pick<Means, 'database' | 'files' | 'clock'>,
  accountId: string,
  photo: Buffer,
): Promise<PhotoFile> {
  const id = randomUUID()
  await noteContent(pool, id, clock())
  await files.put(id, photo, 'image/jpeg')
  return { id, accountId, size: photo.length, sha256: createHash('sha256').update(photo).digest() }
}

/** The photo in base64; empty when there is none. */
export async function photoText(files: FileStore, id: string | null): Promise<string> {
  const content = id && (await files.get(id))
  return content ? (await buffer(content)).toString('base64') : ''
}
