// Restored rows are as their triggers left them. Those of a restore would write again what the backup has, such as cases about
// money, refuse what is right by now, such as a seat of a sitting that is locked, and compute the applicant index of an account
// after each of its sources: filled once from all of them, which a backup leaves out, it takes seconds instead of minutes.
import type { PoolClient } from 'pg'
import type { SavedTable } from './tables.ts'

/**
 * Within the transaction, disables the triggers of these tables, and checks at the end what a row says about another one of its
 * own table, which may come later.
 * @returns a function for the end: it fills the applicant index from the restored rows and makes everything as it was
 */
export async function postponeTriggers(
  client: PoolClient,
  tables: readonly SavedTable[],
): Promise<() => Promise<void>> {
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  const references = await listOwnReferences(client)
  for (const { table, name } of references)
    await client.query(`alter table ${table} alter constraint ${name} deferrable initially deferred`)
  return async () => {
    await client.query('set constraints all immediate')
    for (const { table, name } of references)
      await client.query(`alter table ${table} alter constraint ${name} not deferrable`)
    // Without statistics PostgreSQL would read whole tables for each account.
    await client.query(`analyze ${tables.map(({ name }) => name).join(', ')}`)
    await client.query(
      'insert into applicant_index select fresh.* from accounts cross join lateral applicant_index_row(accounts.id) as fresh',
    )
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
  }
}

interface OwnReference {
  /** Both quoted. */
  table: string
  name: string
}

async function listOwnReferences(client: PoolClient): Promise<OwnReference[]> {
  const { rows } = await client.query<OwnReference>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name
     from pg_constraint where contype = 'f' and conrelid = confrelid and not condeferrable`,
  )
  return rows
}
