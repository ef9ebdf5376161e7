// Saves one snapshot of the database and all files it refers to in one archive.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { PoolClient } from 'pg'
import type { Database } from '#server/database/connection.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import {
  type BackupManifest,
  type BackupSummary,
  getFileName,
  getPartName,
  manifestName,
  summaryName,
} from './contents.ts'
import { listMigrations, listSequences, listTables, type SavedTable } from './tables.ts'
import { createTar, type TarWriter } from './tar.ts'

const fetchSize = 500
/** Bytes of JSON in a part, before compression. */
const partSize = 8 * 1024 * 1024

interface BackupDependencies {
  database: Pick<Database, 'pool'>
  files: Pick<FileStore, 'get'>
  clock: () => Date
}

/**
 * Writes the archive to `path`, a new file or a pipe; a backup that fails leaves nothing there. The server may run
 * meanwhile. The archive holds no key: encrypted values stay encrypted.
 * @returns what was saved
 * @throws Error when `path` exists, or when a file's content does not match its row
 */
export async function makeBackup(dependencies: BackupDependencies, path: string): Promise<BackupSummary> {
  // Such as /dev/fd/3, whose reader encrypts what it gets.
  const isPipe = await stat(path).then(
    (found) => found.isFIFO(),
    () => false,
  )
  if (!isPipe && existsSync(path)) throw new Error(`${path} exists already.`)
  const unfinished = isPipe ? path : `${path}.unfinished`
  const archive = createTar(await open(unfinished, isPipe ? 'w' : 'wx', 0o600), { isFlushed: !isPipe })
  let client: PoolClient | undefined
  try {
    client = await dependencies.database.pool.connect()
    // Reading the snapshot may take longer than the limits for the server's own transactions.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('begin isolation level repeatable read read only')
    const summary = await writeArchive(archive, client, dependencies)
    await archive.close()
    if (!isPipe) await rename(unfinished, path)
    return summary
  } catch (error) {
    await archive.abort()
    if (!isPipe) await rm(unfinished, { force: true })
    throw error
  } finally {
    // Closes the connection, because its settings must not return to the pool.
    client?.release(true)
  }
}

async function writeArchive(
  archive: TarWriter,
  client: PoolClient,
  dependencies: BackupDependencies,
): Promise<BackupSummary> {
  const madeAt = dependencies.clock().toISOString()
  const manifest: BackupManifest = { format: 1, madeAt, migrations: await listMigrations(client) }
  await archive.add({ name: manifestName, content: toJson(manifest) })
  const summary: BackupSummary = { rows: {}, files: 0, missingFiles: [], sequences: [], parts: {} }
  for (const table of await listTables(client)) await addTable(archive, client, table, summary)
  for await (const file of readCursor<FileRow>(client, savedFiles)) await addFile(archive, dependencies, file, summary)
  summary.sequences = await listSequences(client)
  await archive.add({ name: summaryName, content: toJson(summary) })
  return summary
}

/** The database reads the next part while one is compressed. */
async function addTable(archive: TarWriter, client: PoolClient, table: SavedTable, summary: BackupSummary) {
  let rows = 0
  let adding = Promise.resolve()
  for await (const part of readParts(client, table)) {
    await adding
    rows += part.rows
    adding = addPart(archive, part.text, summary)
    // Handled where it is awaited.
    adding.catch(() => {})
  }
  await adding
  summary.rows[table.name] = rows
}

async function addPart(archive: TarWriter, text: string, { parts }: BackupSummary): Promise<void> {
  const name = getPartName(Object.keys(parts).length)
  const content = await compress(text)
  parts[name] = createHash('sha256').update(content).digest('hex')
  await archive.add({ name, content })
}

/** Of an infected file only the row stays. Exports end within a day, and may be larger than what can be restored. */
const savedFiles = "select id, sha256 from files where scan <> 'infected' and kind not in ('export', 'pack')"

interface FileRow {
  id: string
  sha256: Buffer
}

async function addFile(
  archive: TarWriter,
  { database, files }: BackupDependencies,
  { id, sha256 }: FileRow,
  summary: BackupSummary,
) {
  const stored = await files.get(id)
  const content = stored && (await buffer(stored))
  if (!content) {
    // The row may have gone since the snapshot, and its content with it: then nothing is lost.
    const { rowCount } = await database.pool.query("select from files where id = $1 and scan <> 'infected'", [id])
    if (rowCount) summary.missingFiles.push(id)
    return
  }
  if (!createHash('sha256').update(content).digest().equals(sha256)) throw new Error(`File ${id} is damaged.`)
  await archive.add({ name: getFileName(id), content })
  summary.files += 1
}

const toJson = (value: unknown) => Buffer.from(JSON.stringify(value))
const compress = promisify(gzip)

async function* readParts(client: PoolClient, { name, columns }: SavedTable) {
  const header = JSON.stringify({ table: name, columns })
  let lines = [header]
  let size = 0
  const rows = readCursor<{ line: string }>(
    client,
    `select row_to_json(one)::text as line from (select ${columns.join(', ')} from ${name}) as one`,
  )
  for await (const { line } of rows) {
    lines.push(line)
    size += line.length
    if (size < partSize) continue
    yield { text: lines.join('\n'), rows: lines.length - 1 }
    lines = [header]
    size = 0
  }
  if (lines.length > 1) yield { text: lines.join('\n'), rows: lines.length - 1 }
}

async function* readCursor<Row extends object>(client: PoolClient, statement: string): AsyncIterable<Row> {
  await client.query(`declare backup_rows no scroll cursor for ${statement}`)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${fetchSize} from backup_rows`)
    yield* rows
    if (rows.length < fetchSize) break
  }
  await client.query('close backup_rows')
}
