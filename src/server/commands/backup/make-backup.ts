// Saves the database as it is at one moment, and every file that it knows then, into one archive.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { PoolClient } from 'pg'
import type { Database } from '#server/platform/database/connection.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { type About, aboutName, type End, endName, fileName, partName } from './contents.ts'
import { migrationsOf, type SavedTable, sequencesToSave, tablesToSave } from './tables.ts'
import { tarEnd, tarMember } from './tar.ts'

const rowsAtOnce = 500
/** Bytes of JSON in a part, before it is packed. */
const partSize = 8 * 1024 * 1024

interface Means {
  database: Pick<Database, 'pool'>
  files: Pick<FileStore, 'get'>
  clock: () => Date
}

/**
 * Writes the archive to `path`, where nothing may be yet; a backup that fails leaves nothing there. The server may run meanwhile.
 * Holds no key: what is sealed in the database stays sealed.
 * @returns what was saved
 * @throws Error when a file's content is not what its row says
 */
export async function makeBackup({ database, files, clock }: Means, path: string): Promise<End> {
  // A backup of yesterday is worth more than a mistyped name.
  if (existsSync(path)) throw new Error(`${path} is there already.`)
  const unfinished = `${path}.unfinished`
  const archive = await open(unfinished, 'wx', 0o600)
  const client = await database.pool.connect()
  try {
    // The snapshot may take longer to read than any statement or pause of the server's should.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('begin isolation level repeatable read read only')
    const saved = await writeArchive(archive, client, files, clock())
    await archive.sync()
    await rename(unfinished, path)
    return saved
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await archive.close()
    // Its settings go with the connection.
    client.release(true)
  }
}

async function writeArchive(archive: FileHandle, client: PoolClient, files: Means['files'], now: Date): Promise<End> {
  const add = async (name: string, content: Buffer) => {
    await archive.appendFile(tarMember({ name, content }))
  }
  const head: About = { format: 1, madeAt: now.toISOString(), migrations: await migrationsOf(client) }
  await add(aboutName, json(head))

  const end: End = { rows: {}, files: 0, missingFiles: [], sequences: [], parts: {} }
  for (const table of await tablesToSave(client)) {
    let rows = 0
    for await (const part of partsOf(client, table)) {
      const name = partName(Object.keys(end.parts).length)
      const content = await packed(part.text)
      end.parts[name] = createHash('sha256').update(content).digest('hex')
      rows += part.rows
      await add(name, content)
    }
    end.rows[table.name] = rows
  }

  for await (const { id, sha256 } of known(client)) {
    const content = await contentOf(files, id)
    // An upload that nothing names any more may be removed while the backup is made.
    if (!content) end.missingFiles.push(id)
    else if (!createHash('sha256').update(content).digest().equals(sha256)) throw new Error(`File ${id} is damaged.`)
    else {
      await add(fileName(id), content)
      end.files += 1
    }
  }

  end.sequences = await sequencesToSave(client)
  await add(endName, json(end))
  await archive.appendFile(tarEnd)
  return end
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const packed = promisify(gzip)

async function* partsOf(client: PoolClient, { name, columns }: SavedTable) {
  const head = JSON.stringify({ table: name, columns })
  let lines = [head]
  let size = 0
  const rows = cursor<{ line: string }>(
    client,
    `select row_to_json(one)::text as line from (select ${columns.join(', ')} from ${name}) as one`,
  )
  for await (const { line } of rows) {
    lines.push(line)
    size += line.length
    if (size < partSize) continue
    yield { text: lines.join('\n'), rows: lines.length - 1 }
    lines = [head]
    size = 0
  }
  if (lines.length > 1) yield { text: lines.join('\n'), rows: lines.length - 1 }
}

const known = (client: PoolClient) => cursor<{ id: string; sha256: Buffer }>(client, 'select id, sha256 from files')

async function* cursor<Row extends object>(client: PoolClient, statement: string): AsyncIterable<Row> {
  await client.query(`declare saving no scroll cursor for ${statement}`)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${rowsAtOnce} from saving`)
    yield* rows
    if (rows.length < rowsAtOnce) break
  }
  await client.query('close saving')
}

async function contentOf(files: Means['files'], id: string): Promise<Buffer | null> {
  const content = await files.get(id)
  return content && buffer(content)
}
