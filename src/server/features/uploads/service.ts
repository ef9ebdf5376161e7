// Uploads: inspected, stored, then added as a row. Only their owner can read them.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '#server/app-error.ts'
import { createDb, type Database, type Tx } from '#server/database/connection.ts'
import { isUnavailable } from '#server/database/errors.ts'
import { inTransaction, type Queryable } from '#server/database/statement.ts'
import { registerContent, unregisterContent } from '#server/database/unreferenced-contents.ts'
import type { UploadedFile } from '#server/http/uploads/read-upload.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { FileInspector } from '#server/providers/files/inspect/file-inspector.ts'
import type { VirusScanner } from '#server/providers/files/scan/virus-scanner.ts'
import { type FileStore, FileStoreUnavailableError } from '#server/providers/files/store/file-store.ts'
import type { FileType } from '#shared/forms/file-types.ts'
import { hasMatchingExtension, toDisplayName } from './file-name.ts'
import {
  deleteUnusedUploads,
  fileExists,
  insertUpload,
  type NewUpload,
  type OwnFile,
  prepareFindOwnFile,
  prepareListOwnFiles,
  registerUpload,
} from './store.ts'

const MiB = 1024 * 1024
/** For each account. */
export const quota = { files: 200, bytes: 200 * MiB } as const
/** An upload that no saved draft refers to may still be in a form on an applicant's phone. */
const unusedAfterMs = 24 * 60 * 60 * 1000

export interface StoredFile {
  id: string
  name: string
  size: number
  type: FileType
}

export interface UploadDependencies {
  database: Pick<Database, 'db' | 'pool' | 'outage'>
  files: FileStore
  inspector: FileInspector
  scanner?: VirusScanner | undefined
  clock: () => Date
}

export type UploadService = ReturnType<typeof createUploadService>

export function createUploadService(dependencies: UploadDependencies) {
  const {
    database: { db, pool, outage },
    files,
  } = dependencies
  const reserveUpload = createReservation(dependencies)
  const findOwnFile = prepareFindOwnFile(db)
  const listOwnFiles = prepareListOwnFiles(db)

  /** A refused upload has no content, so its registration is removed. If that fails, the hourly job does it. */
  async function readAndInspect(accountId: string, id: string, read: () => Promise<UploadedFile>) {
    try {
      return await inspectUpload(await read(), accountId, dependencies)
    } catch (error) {
      await unregisterContent(pool, id).catch(() => {})
      throw error
    }
  }

  /** Safe to repeat. */
  async function addUpload(upload: NewUpload): Promise<void> {
    const insert = async (runner: Queryable, tx: Tx) => {
      if (await insertUpload(runner, upload, quota)) return
      // It exists when the connection was lost during an earlier commit.
      if (!(await fileExists(tx, upload.id))) throw new AppError('too_many_files')
    }
    if (upload.scan !== 'waiting') return insert(pool, db)
    await inTransaction(pool, async (client) => {
      const tx = createDb(client)
      await insert(client, tx)
      await enqueueScan(tx, upload.id)
    })
  }

  return {
    /**
     * Stores an upload as the inspector returns it. Reads it only when it fits into the quota.
     * @param maxBytes that the upload can have
     * @throws AppError `file_type_refused`, `file_unreadable`, `file_active`, `file_too_large`, `file_infected`, `too_many_files`,
     * `unavailable` when too many files wait or the disk is full or fails, and whatever `read` throws
     */
    async save(accountId: string, maxBytes: number, read: () => Promise<UploadedFile>): Promise<StoredFile> {
      const id = await reserveUpload(accountId, maxBytes)
      const { name, type, bytes, sha256, scan } = await readAndInspect(accountId, id, read)
      const file = { id, name, size: bytes.length, type }
      try {
        await files.put(id, bytes, type)
        await outage.repeat(() => addUpload({ ...file, accountId, sha256, scan }))
      } catch (error) {
        // If the connection was lost during the commit, the row may exist and need the content. The hourly job decides.
        if (!isUnavailable(error) && !(error instanceof FileStoreUnavailableError)) removeInBackground(files, id)
        if (isDiskFailure(error)) throw new AppError('unavailable', { cause: error })
        throw error
      }
      return file
    },

    listOwn: listOwnFiles,

    /** @throws AppError `not_found`, also for another account's file; that attempt is recorded in the audit log */
    async getOwn(accountId: string, id: string): Promise<OwnFile> {
      const file = await findOwnFile(accountId, id)
      if (file) return file
      const isForeign = await fileExists(db, id)
      throw new AppError('not_found', isForeign ? { auditAs: { action: 'file_refused', detail: { id } } } : {})
    },

    async readContent({ id }: OwnFile): Promise<Readable> {
      const content = await files.get(id)
      if (!content) throw new Error('The content of a known file is missing.')
      return content
    },
  }
}

function createReservation(dependencies: UploadDependencies) {
  const { database, clock } = dependencies

  /** A repeated attempt has another id: the first one may be registered. The hourly job removes what is left. */
  const register = (accountId: string, bytes: number): Promise<string | null> =>
    database.outage.repeat(async () => {
      const id = randomUUID()
      return (await registerUpload(database.pool, { id, accountId, bytes, now: clock() }, quota)) ? id : null
    })

  async function registerAfterDiscarding(accountId: string, bytes: number): Promise<string | null> {
    const deletedIds = await discardUnusedUploads(dependencies, accountId)
    return deletedIds.length > 0 ? register(accountId, bytes) : null
  }

  /** Registers the content within the quota. If the quota is used up, deletes unused uploads and tries once more. */
  return async (accountId: string, bytes: number): Promise<string> => {
    const id = (await register(accountId, bytes)) ?? (await registerAfterDiscarding(accountId, bytes))
    if (!id) throw new AppError('too_many_files')
    return id
  }
}

async function inspectUpload(
  { name, bytes: sent }: UploadedFile,
  accountId: string,
  { inspector, scanner }: Pick<UploadDependencies, 'inspector' | 'scanner'>,
) {
  const result = await inspector.inspect(sent, accountId)
  if (result.kind === 'rejected') throw new AppError(result.code)
  const { type, bytes, sha256 } = result
  if (!hasMatchingExtension(name, type)) throw new AppError('file_type_refused')
  return { type, bytes, sha256, name: toDisplayName(name, type), scan: await scanUpload(bytes, scanner) }
}

/** The contents are registered with the deletion, so that the hourly job removes those that are left. */
async function discardUnusedUploads(
  { database: { pool }, files, clock }: UploadDependencies,
  accountId: string,
): Promise<string[]> {
  const now = clock()
  const ids = await inTransaction(pool, async (client) => {
    const deleted = await deleteUnusedUploads(createDb(client), accountId, new Date(now.getTime() - unusedAfterMs))
    for (const id of deleted) await registerContent(client, id, now)
    return deleted
  })
  for (const id of ids) removeInBackground(files, id)
  return ids
}

/** Nobody waits for a store that may be slow: what is left is removed by the hourly job. */
function removeInBackground(files: FileStore, id: string): void {
  void files.remove(id).catch(() => {})
}

/** Without a verdict the upload is accepted, and scanned by a job before it can be submitted. */
async function scanUpload(bytes: Uint8Array, scanner: VirusScanner | undefined): Promise<'none' | 'clean' | 'waiting'> {
  if (!scanner) return 'none'
  const verdict = await scanner.scan(bytes).catch(() => 'waiting' as const)
  if (verdict === 'infected') throw new AppError('file_infected')
  return verdict
}

/** Scans an upload in a job. Repeated calls make one job. */
export const enqueueScan = (tx: Pick<Tx, 'execute'>, fileId: string): Promise<void> =>
  enqueue(tx, 'scan_file', { fileId }, { key: `scan:${fileId}` })

/** The disk is full or fails. The same upload succeeds once that is fixed. */
const isDiskFailure = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')
