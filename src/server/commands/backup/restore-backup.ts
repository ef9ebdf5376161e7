// Brings a backup back into an empty place: all of it or nothing.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { PoolClient } from 'pg'
import type { Database } from '#server/platform/database/connection.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { type About, about, aboutName, type End, end, endName, fileIdIn, isPart, partHead } from './contents.ts'
import { migrationsOf, type SavedTable, tablesToSave } from './tables.ts'
import { type Member, tarMembers } from './tar.ts'

const rowsAtOnce = 500

interface Means {
  /** Migrated, and empty. */
  database: Pick<Database, 'pool'>
  files: Pick<FileStore, 'put'>
}

/**
 * Restores the archive in one transaction; files that were put before a failure are known to nobody.
 * @returns what the archive says it holds, which is then there
 * @throws Error when the place is not empty, or the archive is damaged, cut short or of a newer version
 */
export async function restoreBackup({ database, files }: Means, path: string): Promise<End> {
  const client = await database.pool.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('begin')
    const tables = await tablesToSave(client)
    await assertEmpty(client, tables)
    const restored = await readArchive(tarMembers(createReadStream(path)), { client, files, tables })
    await client.query('commit')
    return restored
  } finally {
    // Without a commit, closing the connection undoes it all.
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

interface Place {
  client: PoolClient
  files: Means['files']
  tables: SavedTable[]
}

async function readArchive(members: AsyncIterable<Member>, place: Place): Promise<End> {
  const parts: End['parts'] = {}
  const rows: End['rows'] = {}
  let files = 0
  let isKnown = false
  for await (const { name, content } of members) {
    if (name === aboutName) {
      await assertFits(place.client, about.parse(JSON.parse(content.toString())))
      isKnown = true
    } else if (!isKnown) {
      throw new Error('This is no backup of the portal.')
    } else if (isPart(name)) {
      parts[name] = createHash('sha256').update(content).digest('hex')
      const { table, count } = await restorePart(place, await unpacked(content))
      rows[table] = (rows[table] ?? 0) + count
    } else if (name === endName) {
      const said = end.parse(JSON.parse(content.toString()))
      assertWhole(said, { parts, rows, files })
      await finish(place.client, said)
      return said
    } else {
      await restoreFile(place, fileIdIn(name) ?? '', content)
      files += 1
    }
  }
  throw new Error('This backup is cut short.')
}

const unpacked = promisify(gunzip)

async function assertFits(client: PoolClient, { migrations }: About) {
  const here = await migrationsOf(client)
  const isNewer =
    migrations.product.some((hash) => !here.product.includes(hash)) ||
    migrations.jobs.some((id) => !here.jobs.includes(id))
  if (isNewer) throw new Error('This backup was made by a newer version of the portal. Restore it with that one.')
}

async function restorePart({ client, tables }: Place, text: Buffer): Promise<{ table: string; count: number }> {
  const [head = '', ...lines] = text.toString().split('\n')
  const { table, columns } = partHead.parse(JSON.parse(head))
  // Names become part of a statement, so only those of the database itself will do.
  const known = tables.find(({ name }) => name === table)
  if (!known || columns.some((column) => !known.columns.includes(column)))
    throw new Error(`This backup has a table that is not known here: ${table}.`)
  const list = columns.join(', ')
  for (let from = 0; from < lines.length; from += rowsAtOnce) {
    const rows = `[${lines.slice(from, from + rowsAtOnce).join(',')}]`
    await client.query(
      `insert into ${table} (${list}) overriding system value
        select ${list} from json_populate_recordset(null::${table}, $1::json)`,
      [rows],
    )
  }
  return { table, count: lines.length }
}

async function restoreFile({ client, files }: Place, id: string, content: Buffer) {
  const { rows } = await client.query<{ sha256: Buffer; type: string }>(
    'select sha256, type from files where id = $1',
    [id],
  )
  const [row] = rows
  const isWhole = row && createHash('sha256').update(content).digest().equals(row.sha256)
  if (!isWhole) throw new Error(`File ${id} is damaged in this backup.`)
  await files.put(id, content, row.type)
}

function assertWhole(said: End, found: Pick<End, 'parts' | 'rows' | 'files'>) {
  const isWhole =
    said.files === found.files &&
    Object.entries(said.parts).every(([name, hash]) => found.parts[name] === hash) &&
    Object.entries(said.rows).every(([table, count]) => (found.rows[table] ?? 0) === count)
  if (!isWhole) throw new Error('This backup is damaged: it does not hold what it says.')
}

async function finish(client: PoolClient, { sequences }: End) {
  for (const { name, value } of sequences) await client.query('select setval($1::regclass, $2::bigint)', [name, value])
  // What was in hand when the backup was made is in nobody's hand now.
  await client.query(
    'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null',
  )
  await client.query(
    'update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null',
  )
}
