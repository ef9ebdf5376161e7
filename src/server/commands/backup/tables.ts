// Lists what a backup saves: the tables, referenced ones first, and the sequences.
import type { PoolClient } from 'pg'
import { listJobMigrations, queueSchema } from '#server/platform/queue/graphile-internals.ts'

export interface SavedTable {
  /** Quoted, with its schema. */
  name: string
  /** Quoted, without generated columns. */
  columns: string[]
}

export interface SavedSequence {
  name: string
  /** As text, because it may exceed the safe integers. */
  value: string
}

/** Restoring compares these, so that a backup is not restored into an older version. */
export async function listMigrations(client: PoolClient): Promise<{ product: string[]; jobs: number[] }> {
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id')
  return { product: rows.map(({ hash }) => hash), jobs: await listJobMigrations(client) }
}

// Not saved: what migrating fills before anything is restored, and the index that triggers fill while it is restored.
const isSaved = `c.relkind = 'r' and n.nspname in ('public', '${queueSchema}')
  and (n.nspname, c.relname) not in
    (('${queueSchema}', 'migrations'), ('public', 'background_work'), ('public', 'applicant_index'))`

interface TableWithReferences extends SavedTable {
  references: string[]
}

export async function listTables(client: PoolClient): Promise<SavedTable[]> {
  const { rows } = await client.query<TableWithReferences>(
    `select format('%I.%I', n.nspname, c.relname) as name,
      (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select format('%I.%I', rn.nspname, r.relname) from pg_constraint k
        join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as references
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${isSaved} order by 1`,
  )
  return sortByReferences(rows)
}

function sortByReferences(tables: TableWithReferences[]): SavedTable[] {
  const sorted: SavedTable[] = []
  for (let remaining = tables; remaining.length > 0; ) {
    const names = new Set(remaining.map(({ name }) => name))
    const free = remaining.filter(({ references }) => !references.some((name) => names.has(name)))
    if (free.length === 0) throw new Error('Some tables refer to each other in a circle.')
    sorted.push(...free.map(({ name, columns }) => ({ name, columns })))
    remaining = remaining.filter((table) => !free.includes(table))
  }
  return sorted
}

/** Read after the snapshot was taken, so that no sequence is behind the rows. */
export async function listSequences(client: PoolClient): Promise<SavedSequence[]> {
  const { rows } = await client.query<SavedSequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
      where schemaname in ('public', '${queueSchema}') and last_value is not null`,
  )
  return rows
}
