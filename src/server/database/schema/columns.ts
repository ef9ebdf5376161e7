// Column types that several tables use. `name` is given where a column is not named like its property.
import { sql } from 'drizzle-orm'
import { bigint, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Compared byte by byte, so that a plain index serves both prefixes and sorting. */
export const byteOrderedText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })
export const primaryId = () => uuid().primaryKey().defaultRandom()
export const timestamptz = (name = '') => timestamp(name, { withTimezone: true, mode: 'date' })
export const timestamptzNow = (name = '') => timestamptz(name).notNull().defaultNow()
/** Encoded in a slip's QR code: 12 random hexadecimal digits, made by the database. */
export const slipCode = (constraint: string) =>
  text().notNull().unique(constraint).default(sql`upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))`)
export const kobo = () => bigint({ mode: 'number' })
