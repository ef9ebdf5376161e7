// While a publication makes an outcome visible, nothing may set its decision aside.
import { sql } from 'drizzle-orm'
import type { Tx } from '../connection.ts'

/** Whether a publication is making the application's outcome visible at this moment. */
export async function isBeingPublished(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isBeing: boolean }>(sql`
    select exists (
      select from publication_items item
      join publications on publications.id = item.publication_id
      join applications application on application.id = item.application_id
      where application.account_id = ${accountId}::uuid and item.state = 'waiting' and publications.state = 'publishing'
    ) as "isBeing"`)
  return rows[0]?.isBeing ?? false
}
