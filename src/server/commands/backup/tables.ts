// What there is to save: every table with its columns, each after those that it refers to, and the sequences.
import type { PoolClient } from 'pg'

export interface SavedTable {
  /** Quoted, with its schema. */
  name: string
  /** Quoted; without those that the database computes. */
  columns: string[]
}

export interface SavedSequence {
  name: string
  /** As text: it may be larger than a number can hold. */
  value: string
}

/** Which migrations a database has, so that a backup is not restored into an older version. */
export async function migrationsOf(client: PoolClient): Promise<{ product: string[]; jobs: number[] }> {
  const product = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id')
  const jobs = await client.query<{ id: number }>('select id from graphile_worker.migrations order by id')
  return { product: product.rows.map(({ hash }) => hash), jobs: jobs.rows.map(({ id }) => id) }
}

// What migrating fills is not saved: it is there before anything is restored.
const saved = `c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')
  and (n.nspname, c.relname) <> ('graphile_worker', 'migrations')`

export async function tablesToSave(client: PoolClient): Promise<SavedTable[]> {
  const { rows } = await client.query<SavedTable & { after: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
      (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select format('%I.%I', rn.nspname, r.relname) from pg_constraint k
        join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as after
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${saved} order by 1`,
  )
  return inOrder(rows)
}

function inOrder(tables: (SavedTable & { after: string[] })[]): SavedTable[] {
  const ordered: SavedTable[] = []
  for (let left = tables; left.length > 0; ) {
    const waiting = new Set(left.map(({ name }) => name))
    const free = left.filter(({ after }) => !after.some((name) => waiting.has(name)))
    if (free.length === 0) throw new Error('Some tables refer to each other in a circle.')
    ordered.push(...free.map(({ name, columns }) => ({ name, columns })))
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}

/** Read after the snapshot was taken, so that they are never behind its rows. */
export async function sequencesToSave(client: PoolClient): Promise<SavedSequence[]> {
  const { rows } = await client.query<SavedSequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
      where schemaname in ('public', 'graphile_worker') and last_value is not null`,
  )
  return rows
}
