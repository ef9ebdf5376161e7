// Column types that several tables use.
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import {
  bigint,
  type CheckBuilder,
  check,
  customType,
  integer,
  type PgColumn,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Compared byte by byte, so that a plain index serves both prefixes and sorting. */
export const byteOrderedText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })
export const primaryId = () => uuid().primaryKey().defaultRandom()
export const timestamptz = () => timestamp({ withTimezone: true, mode: 'date' })
export const timestamptzNow = () => timestamptz().notNull().defaultNow()
/** Encoded in a slip's QR code: 12 random hexadecimal digits, made by the database. */
export const slipCode = (constraint: string) =>
  text().notNull().unique(constraint).default(sql`upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))`)
/**
 * By what lists filter rows about an application: copies, which triggers fill and keep (`filter-columns.sql`), so that one index
 * finds a page among a million.
 */
export const filterColumns = () => ({
  exerciseId: integer().notNull().default(0),
  number: byteOrderedText().notNull().default(''),
  school: text().notNull().default(''),
  department: text(),
  role: text().notNull().default(''),
  homeState: text().notNull().default(''),
})
export const kobo = () => bigint({ mode: 'number' })

/**
 * One of these names, or of the names that have these labels. The table's `checkNames` makes the database refuse others.
 * Names that features add (audit actions, email templates, lists) give their column a type only: a constraint would need
 * a migration for each.
 */
export const oneOf = <const Name extends string>(names: readonly Name[] | Readonly<Record<Name, unknown>>) =>
  text({ enum: (Array.isArray(names) ? names : Object.keys(names)) as [Name, ...Name[]] })

/** The constraints of the columns that are `oneOf` some names. */
export const checkNames = (columns: Record<string, PgColumn>): CheckBuilder[] =>
  Object.values(columns).flatMap(({ name, table }) => {
    // The columns of this callback are made for indexes and know no names.
    const column = getTableColumns(table)[name]
    if (!column?.enumValues?.length) return []
    return check(`${getTableName(table)}_${toSnakeCase(name)}`, sql`${column} in ${column.enumValues}`.inlineParams())
  })
