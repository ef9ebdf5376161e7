// Restores a backup into an empty database and an empty file store: completely or not at all.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { PoolClient } from 'pg'
import type { Database } from '#server/database/connection.ts'
import { unlockAllJobs } from '#server/platform/queue/graphile-internals.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import {
  type BackupManifest,
  type BackupSummary,
  isPartName,
  manifestName,
  manifestSchema,
  parseFileId,
  partHeaderSchema,
  summaryName,
  summarySchema,
} from './contents.ts'
import { postponeTriggers } from './postpone-triggers.ts'
import { listMigrations, listTables, type SavedTable } from './tables.ts'
import { readTar, type TarMember } from './tar.ts'

const insertSize = 500
/** A part is far smaller; the limit keeps a crafted archive from filling the memory. */
const maxPartBytes = 256 * 2 ** 20

interface RestoreDependencies {
  /** Migrated, and empty. */
  database: Pick<Database, 'pool'>
  files: Pick<FileStore, 'put'>
}

type RestoredBackup = BackupSummary & Pick<BackupManifest, 'madeAt'>

/**
 * Restores the archive in one transaction. After a failure some files may be stored, but no row refers to them.
 * @returns the archive's summary, which has been checked against what was restored
 * @throws Error when the target is not empty, or the archive is damaged, cut short or from a newer version
 */
export async function restoreBackup({ database, files }: RestoreDependencies, path: string): Promise<RestoredBackup> {
  const client = await database.pool.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('begin')
    const tables = await listTables(client)
    await assertEmpty(client, tables)
    const runTriggers = await postponeTriggers(client, tables)
    const summary = await restoreMembers(readTar(path), {
      client,
      files,
      tables,
      storing: createParallelWork(parallelFiles),
    })
    await runTriggers()
    await client.query('commit')
    return summary
  } finally {
    // Closing the connection rolls back what is not committed.
    client.release(true)
  }
}

async function assertEmpty(client: PoolClient, tables: SavedTable[]) {
  for (const { name } of tables) {
    const { rows } = await client.query(`select from ${name} limit 1`)
    if (rows.length > 0)
      throw new Error(
        'There is data here already. Restore into an empty database, or an empty DATA_DIR, before the first start.',
      )
  }
}

interface RestoreTarget {
  client: PoolClient
  files: RestoreDependencies['files']
  tables: SavedTable[]
  storing: ParallelWork
}

/** A file is on its disk, or in its bucket, after milliseconds of waiting: one after the other 100,000 would take hours. */
const parallelFiles = 16

interface ParallelWork {
  /** Starts the work; waits first while too much runs. @throws whatever earlier work threw */
  add(work: Promise<void>): Promise<void>
  /** Resolves when all work is done. @throws whatever any work threw */
  finish(): Promise<void>
}

function createParallelWork(limit: number): ParallelWork {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  const assertNoFailure = () => {
    if (failures.length > 0) throw failures[0]
  }
  return {
    async add(work) {
      const recorded = work.catch((error: unknown) => void failures.push(error)).finally(() => running.delete(recorded))
      running.add(recorded)
      if (running.size >= limit) await Promise.race(running)
      assertNoFailure()
    },
    async finish() {
      await Promise.all(running)
      assertNoFailure()
    },
  }
}

type RestoredCounts = Pick<BackupSummary, 'parts' | 'rows' | 'files'>

async function restoreMembers(members: AsyncIterable<TarMember>, target: RestoreTarget): Promise<RestoredBackup> {
  const restored: RestoredCounts = { parts: {}, rows: {}, files: 0 }
  let manifest: BackupManifest | undefined
  for await (const { name, content } of members) {
    if (name === manifestName) {
      manifest = manifestSchema.parse(JSON.parse(content.toString()))
      await assertNotNewer(target.client, manifest)
    } else if (!manifest) {
      throw new Error('This is no backup of the portal.')
    } else if (isPartName(name)) {
      restored.parts[name] = createHash('sha256').update(content).digest('hex')
      const { table, count } = await restorePart(target, await decompress(content, { maxOutputLength: maxPartBytes }))
      restored.rows[table] = (restored.rows[table] ?? 0) + count
    } else if (name === summaryName) {
      const summary = summarySchema.parse(JSON.parse(content.toString()))
      await target.storing.finish()
      assertComplete(summary, restored)
      await restoreSequences(target.client, summary)
      // Jobs that were running when the backup was made have no worker now.
      await unlockAllJobs(target.client)
      return { ...summary, madeAt: manifest.madeAt }
    } else {
      const id = parseFileId(name)
      if (!id) throw new Error(`${name} does not belong in a backup.`)
      const file = await findFile(target.client, id)
      await target.storing.add(restoreFile(target.files, file, content))
      restored.files += 1
    }
  }
  throw new Error('This backup is cut short.')
}

const decompress = promisify(gunzip)

async function assertNotNewer(client: PoolClient, { migrations }: BackupManifest) {
  const known = await listMigrations(client)
  const isNewer =
    migrations.product.some((hash) => !known.product.includes(hash)) ||
    migrations.jobs.some((id) => !known.jobs.includes(id))
  if (isNewer) throw new Error('This backup was made by a newer version of the portal. Restore it with that one.')
}

async function restorePart({ client, tables }: RestoreTarget, text: Buffer): Promise<{ table: string; count: number }> {
  const [header = '', ...lines] = text.toString().split('\n')
  const { table, columns } = partHeaderSchema.parse(JSON.parse(header))
  // The names become part of a statement: only those of existing tables and columns are safe.
  const known = tables.find(({ name }) => name === table)
  if (!known || columns.some((column) => !known.columns.includes(column)))
    throw new Error(`This backup has a table that is not known here: ${table}.`)
  const list = columns.join(', ')
  let count = 0
  for (let from = 0; from < lines.length; from += insertSize) {
    const rows = `[${lines.slice(from, from + insertSize).join(',')}]`
    const inserted = await client.query(
      `insert into ${table} (${list}) overriding system value
        select ${list} from json_populate_recordset(null::${table}, $1::json)`,
      [rows],
    )
    count += inserted.rowCount ?? 0
  }
  return { table, count }
}

interface RestoredFile {
  id: string
  /** Undefined when the backup has no row of the file. */
  row: { sha256: Buffer; type: string } | undefined
}

async function findFile(client: PoolClient, id: string): Promise<RestoredFile> {
  const { rows } = await client.query<{ sha256: Buffer; type: string }>(
    'select sha256, type from files where id = $1',
    [id],
  )
  return { id, row: rows[0] }
}

async function restoreFile(files: RestoreTarget['files'], { id, row }: RestoredFile, content: Buffer): Promise<void> {
  const isIntact = row && createHash('sha256').update(content).digest().equals(row.sha256)
  if (!isIntact) throw new Error(`File ${id} is damaged in this backup.`)
  await files.put(id, content, row.type)
}

function assertComplete(expected: BackupSummary, restored: RestoredCounts) {
  const isComplete =
    expected.files === restored.files &&
    Object.entries(expected.parts).every(([name, hash]) => restored.parts[name] === hash) &&
    Object.entries(expected.rows).every(([table, count]) => (restored.rows[table] ?? 0) === count)
  if (!isComplete) throw new Error('This backup is damaged: its contents do not match its summary.')
}

async function restoreSequences(client: PoolClient, { sequences }: BackupSummary) {
  for (const { name, value } of sequences) await client.query('select setval($1::regclass, $2::bigint)', [name, value])
}
