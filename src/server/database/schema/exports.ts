import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ExportFailure } from '#shared/lists/exports/export-failures.ts'
import { type ExportedList, exportFormats, exportStates } from '#shared/lists/exports/exported-lists.ts'
import { dataExportStatuses } from '#shared/policy/privacy.ts'
import { accountReference } from './accounts-and-sessions.ts'
import { bytea, checkNames, oneOf, primaryId, timestamptz, timestamptzNow } from './columns.ts'
import { exercises } from './exercises.ts'
import { files } from './files.ts'
import { staffReference } from './staff.ts'

/** Files that staff made of a list. The file is removed after a day; the row stays as the register of exports. */
export const exportRegister = pgTable(
  'exports',
  {
    id: primaryId(),
    /** Null for a list that is of no exercise, such as the audit log. */
    exerciseId: integer().references(() => exercises.id),
    /** The list: applicants, applications and so on. */
    kind: text().$type<ExportedList>().notNull(),
    /** As in the list's query, with `userIds` or `except` for chosen applicants; empty for a selection. */
    filter: jsonb().$type<Record<string, string | readonly string[]>>().notNull().default({}),
    /** The frozen selection that was exported, if it was one. */
    selectionId: uuid(),
    columns: text().array().notNull(),
    format: oneOf(exportFormats).notNull(),
    isPersonal: boolean().notNull(),
    reason: text().notNull(),
    state: oneOf(exportStates).notNull().default('waiting'),
    /** How often a job has begun to make the file, also when the server was killed meanwhile. */
    attempts: integer().notNull().default(0),
    /** Steps done, and how many there are; null until they have been counted. */
    done: integer().notNull().default(0),
    total: integer(),
    /** Of the finished file: rows of its list, of one snapshot. */
    rows: integer(),
    bytes: bigint({ mode: 'number' }),
    sha256: bytea(),
    fileId: uuid().references(() => files.id),
    /** Why it failed, as a code. */
    failure: text().$type<ExportFailure>(),
    downloads: integer().notNull().default(0),
    madeBy: staffReference(),
    madeAt: timestamptzNow(),
    finishedAt: timestamptz(),
    expiresAt: timestamptz(),
  },
  (t) => [
    ...checkNames(t),
    index('exports_made').on(t.madeAt, t.id),
    index('exports_file').on(t.fileId).where(sql`file_id is not null`),
    index('exports_expiring').on(t.expiresAt).where(sql`state = 'ready'`),
    uniqueIndex('exports_one_at_a_time').on(t.madeBy).where(sql`state in ('waiting', 'making')`),
    check('exports_file', sql`(${t.state} = 'ready') = (${t.fileId} is not null)`),
    check(
      'exports_finished',
      sql`${t.state} not in ('ready', 'expired') or (${t.rows} is not null and ${t.bytes} is not null and ${t.sha256} is not null and ${t.expiresAt} is not null)`,
    ),
  ],
)

/** Archives of all that is kept about an account, made for its owner. Row and content are deleted when they expire. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: primaryId(),
    accountId: accountReference(),
    status: oneOf(dataExportStatuses).notNull(),
    /** How often a job has begun to make the archive, also when the server was killed meanwhile. */
    attempts: integer().notNull().default(0),
    requestedAt: timestamptz().notNull(),
    /** The archive in the file store, once it is ready. */
    contentId: uuid(),
    size: bigint({ mode: 'number' }),
    expiresAt: timestamptz(),
  },
  (t) => [
    ...checkNames(t),
    uniqueIndex('data_exports_one_preparing').on(t.accountId).where(sql`status = 'preparing'`),
    index('data_exports_account').on(t.accountId, t.requestedAt),
    check(
      'data_exports_ready',
      sql`(${t.status} = 'ready') = (${t.contentId} is not null and ${t.size} is not null and ${t.expiresAt} is not null)`,
    ),
  ],
)
