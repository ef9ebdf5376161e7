// Uploads: recognised, kept whole, then known by a row; read by their owner only.
import { randomUUID, subtle } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '#server/platform/api/app-error.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { isAway } from '#server/platform/database/errors.ts'
import type { FileType } from '#server/providers/files/inspect/file-verdict.ts'
import { recognise } from '#server/providers/files/inspect/inspect-file.ts'
import type { VirusScanner } from '#server/providers/files/scan/virus-scanner.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { agrees, shownName } from './file-name.ts'
import { forgetContent } from './orphaned-contents.ts'
import type { ReceivedFile } from './read-upload.ts'
import { addUnscanned, addUpload, beginUpload, isKnown, type OwnFile, ownFiles, removeUnused } from './store.ts'

export { discardContents, keepForGood, noteContent } from './orphaned-contents.ts'
export { enqueueScan } from './store.ts'

const MiB = 1024 * 1024
export const quota = { files: 200, bytes: 200 * MiB } as const
/** An upload that no saved draft names may still stand in a form on somebody's phone. */
const unusedAfterMs = 24 * 60 * 60 * 1000

export interface StoredFile {
  id: string
  name: string
  size: number
  type: FileType
}

interface Means {
  database: Pick<Database, 'db' | 'pool'>
  files: FileStore
  scanner?: VirusScanner | undefined
  clock: () => Date
}

export type UploadService = ReturnType<typeof uploadService>

export function uploadService({ database: { db, pool }, files, scanner, clock }: Means) {
  const own = ownFiles(db)

  /** A scanner that is away keeps nobody from uploading: the file is looked at later, before it may be submitted. */
  async function scanned(bytes: Uint8Array): Promise<'none' | 'clean' | 'waiting'> {
    if (!scanner) return 'none'
    const verdict = await scanner.scan(bytes).catch(() => 'waiting' as const)
    if (verdict === 'infected') throw new AppError('file_infected')
    return verdict
  }

  /** Notes the content before it is read; what the account no longer uses is removed when there is no more room. */
  async function begin(accountId: string, bytes: number): Promise<string> {
    const upload = { id: randomUUID(), accountId, bytes, now: clock() }
    if (await beginUpload(pool, upload, quota)) return upload.id
    const removed = await removeUnused(db, accountId, new Date(clock().getTime() - unusedAfterMs))
    for (const id of removed) await files.remove(id)
    if (removed.length > 0 && (await beginUpload(pool, upload, quota))) return upload.id
    throw new AppError('too_many_files')
  }

  async function inspected({ name, bytes: sent }: ReceivedFile) {
    const checked = await recognise(sent)
    if (checked.kind === 'refused') throw new AppError(checked.code)
    const { type, bytes } = checked
    if (!agrees(name, type)) throw new AppError('file_type_refused')
    return { type, bytes, name: shownName(name, type), scan: await scanned(bytes) }
  }

  /** What is refused has not been put: its note is taken back. Should that fail, the job does it. */
  async function accepted(id: string, receive: () => Promise<ReceivedFile>) {
    try {
      return await inspected(await receive())
    } catch (error) {
      await forgetContent(pool, id).catch(() => {})
      throw error
    }
  }

  return {
    /**
     * Keeps an upload of at most so many bytes, in the form that `recognise` gives it. It is read only when it fits in.
     * @throws AppError `file_type_refused`, `file_unreadable`, `file_too_large`, `file_infected`, `too_many_files`, and
     * whatever `receive` throws
     */
    async take(accountId: string, atMost: number, receive: () => Promise<ReceivedFile>): Promise<StoredFile> {
      const id = await begin(accountId, atMost)
      const { name, type, bytes, scan } = await accepted(id, receive)
      const file = { id, name, size: bytes.length, type }
      try {
        const [sha256] = await Promise.all([sha256Of(bytes), files.put(id, bytes, type)])
        const add = scan === 'waiting' ? addUnscanned : addUpload
        await add(pool, { ...file, accountId, sha256, scan }, quota)
      } catch (error) {
        // Lost in the middle of the commit, the row may stand: then its content must too, until the job has looked.
        if (!isAway(error)) await files.remove(id).catch(() => {})
        if (isDiskFailure(error)) throw new AppError('unavailable', { cause: error })
        throw error
      }
      return file
    },

    /** @throws AppError `not_found`, also when the file is somebody else's, which is recorded */
    async own(accountId: string, id: string): Promise<OwnFile> {
      const file = await own(accountId, id)
      if (file) return file
      if (await isKnown(db, id))
        await record(db, { actor: 'applicant', action: 'file_refused', accountId, detail: { id } })
      throw new AppError('not_found')
    },

    async contentOf({ id }: OwnFile): Promise<Readable> {
      const content = await files.get(id)
      if (!content) throw new Error('A file is known, and its content is not there.')
      return content
    },
  }
}

/** In a thread of the pool: the largest upload would hold up everybody else for 15 ms. */
const sha256Of = async (bytes: Uint8Array) => Buffer.from(await subtle.digest('SHA-256', bytes))

/** Full, or failing: somebody will have to look after it, and then the same upload succeeds. */
const isDiskFailure = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')
