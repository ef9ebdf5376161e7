import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { accountReference } from './accounts-and-sessions.ts'
import { primaryId, timestamptz } from './columns.ts'

/** Archives of all that is kept about an account, made for its owner. Row and content are deleted when they expire. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: primaryId(),
    accountId: accountReference(),
    status: text({ enum: ['preparing', 'ready', 'failed'] }).notNull(),
    /** How often a job has begun to make the archive, also when the server was killed meanwhile. */
    attempts: integer().notNull().default(0),
    requestedAt: timestamptz().notNull(),
    /** The archive in the file store, once it is ready. */
    contentId: uuid(),
    size: bigint({ mode: 'number' }),
    expiresAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('data_exports_one_preparing').on(t.accountId).where(sql`status = 'preparing'`),
    index('data_exports_account').on(t.accountId, t.requestedAt),
    check('data_exports_status', sql`${t.status} in ('preparing', 'ready', 'failed')`),
    check(
      'data_exports_ready',
      sql`(${t.status} = 'ready') = (${t.contentId} is not null and ${t.size} is not null and ${t.expiresAt} is not null)`,
    ),
  ],
)
