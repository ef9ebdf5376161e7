// A backup leaves out the applicant index. Its triggers would compute the row of an account after each of its sources, with
// plans for empty tables; filled once from all of them it takes seconds instead of minutes.
import type { PoolClient } from 'pg'
import type { SavedTable } from './tables.ts'

/**
 * Disables the triggers that fill the index, within the transaction.
 * @returns a function that fills the index from the restored rows and enables the triggers again
 */
export async function postponeApplicantIndex(
  client: PoolClient,
): Promise<(tables: readonly SavedTable[]) => Promise<void>> {
  const triggers = await listIndexTriggers(client)
  for (const { table, trigger } of triggers) await client.query(`alter table ${table} disable trigger ${trigger}`)
  return async (tables) => {
    // Without statistics PostgreSQL would read whole tables for each account.
    await client.query(`analyze ${tables.map(({ name }) => name).join(', ')}`)
    await client.query(
      'insert into applicant_index select fresh.* from accounts cross join lateral applicant_index_row(accounts.id) as fresh',
    )
    for (const { table, trigger } of triggers) await client.query(`alter table ${table} enable trigger ${trigger}`)
  }
}

interface IndexTrigger {
  /** Both quoted. */
  table: string
  trigger: string
}

/** Migrations name all functions of these triggers alike. */
async function listIndexTriggers(client: PoolClient): Promise<IndexTrigger[]> {
  const { rows } = await client.query<IndexTrigger>(
    `select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as trigger
     from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     where not t.tgisinternal and p.pronamespace = 'public'::regnamespace and p.proname like '%\\_applicant\\_index'`,
  )
  return rows
}
