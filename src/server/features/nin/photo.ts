// The register's photo, stored as a file of the account.
import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { registerContent } from '#server/database/unreferenced-contents.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import type { NinDependencies } from './dependencies.ts'
import type { PhotoFile } from './store.ts'

/** Stores the content. The caller adds the row, or removes the content again. */
export async function storePhoto(
  { database: { pool }, files, clock }: Pick<NinDependencies, 'database' | 'files' | 'clock'>,
  accountId: string,
  photo: Buffer,
): Promise<PhotoFile> {
  const id = randomUUID()
  await registerContent(pool, id, clock())
  await files.put(id, photo, 'image/jpeg')
  return { id, accountId, size: photo.length, sha256: createHash('sha256').update(photo).digest() }
}

/** Empty when there is no photo. */
export async function readPhotoBase64(files: FileStore, id: string | null): Promise<string> {
  const content = id && (await files.get(id))
  return content ? (await buffer(content)).toString('base64') : ''
}
