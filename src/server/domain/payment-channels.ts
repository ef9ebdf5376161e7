import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { paymentTypes } from '#shared/policy/payment-type.ts'

/** As files name it; null where it has no name. */
export const nameChannel = (channel: PgColumn | SQL): SQL =>
  sql`coalesce(${JSON.stringify(paymentTypes)}::jsonb ->> ${channel}, nullif(${channel}, ''))`
