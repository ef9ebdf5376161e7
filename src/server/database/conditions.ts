// Conditions and expressions that many statements have.
import { inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { splitFilter } from '#shared/lists/filter-values.ts'

type Text = PgColumn | SQL

/** For `like`. */
export const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

export const beginsWith = (column: Text, text: string): SQL => sql`${column} like ${`${escapePattern(text)}%`}`

/** One of the columns has the text somewhere, in upper or lower case. */
export const contains = (columns: readonly Text[], text: string): SQL | undefined =>
  or(...columns.map((column) => sql`${column} ilike ${`%${escapePattern(text)}%`}`))

/** Of a column of ids. As text no index would find it; a text that is no id is that of nobody. */
export const hasId =
  (column: PgColumn) =>
  (id: string): SQL =>
    z.uuid().safeParse(id).success ? sql`${column} = ${id}::uuid` : sql`false`

/** One of several values, separated by `|`. */
export const isOneOf =
  (column: Text) =>
  (values: string): SQL =>
    inArray(sql`${column}`, splitFilter(values))

/** The same, where one of the values stands for a row that has none. */
export const isOneOfOrNone =
  (column: Text, none: string) =>
  (values: string): SQL | undefined => {
    const all = splitFilter(values)
    const known = all.filter((value) => value !== none)
    return or(
      all.includes(none) ? isNull(sql`${column}`) : undefined,
      known.length > 0 ? inArray(sql`${column}`, known) : undefined,
    )
  }

/** For an expression that names other tables: what is selected from one table alone is written without the names of tables. */
export const withTableNames = <T>(expression: SQL<T>): SQL<T> => sql<T>`${expression}`

/** An amount as files and replies state it, to the kobo. */
export const inNaira = (kobo: PgColumn | SQL): SQL => sql`round(${kobo} / 100.0, 2)`
