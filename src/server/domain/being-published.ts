// While a publication makes an outcome visible, nothing may set its decision aside.
import { sql } from 'drizzle-orm'
import type { Tx } from '../database/connection.ts'

/**
 * Until the transaction ends, no publication that has this applicant begins, so that it sees what the transaction writes.
 * One that has begun is not waited for: it keeps its row locked until all its outcomes are visible.
 * @returns false when one has begun
 */
export async function lockAgainstPublication(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ hasBegun: boolean }>(sql`
    with concerned as materialized (
      select publications.id from publications
      join publication_items item on item.publication_id = publications.id
      join applications application on application.id = item.application_id
      where application.account_id = ${accountId}::uuid and item.state = 'waiting'
        and publications.state in ('approved', 'publishing')
    ), locked as materialized (
      select id from publications where id in (select id from concerned) and state = 'approved' for share skip locked
    )
    select exists (select id from concerned except select id from locked) as "hasBegun"`)
  return !rows[0]?.hasBegun
}
