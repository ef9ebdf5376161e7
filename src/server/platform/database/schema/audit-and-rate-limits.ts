import { bigint, bigserial, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptzNow } from './columns.ts'

/** Append-only by trigger. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamptzNow(),
    actor: text().notNull(),
    action: text().notNull(),
    accountId: uuid(),
    /** Where the request came from, truncated to its /24 or /48; null for jobs and commands. */
    network: text(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [index('audit_log_account').on(t.accountId, t.at)],
)

/** Read and written by rate-limiter-flexible, which prescribes the columns. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})
