// Column types that several tables use.
import { sql } from 'drizzle-orm'
import { bigint, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Compared byte by byte, so that a plain index serves both prefixes and sorting. */
export const byteOrderedText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })
export const primaryId = () => uuid().primaryKey().defaultRandom()
export const timestamptz = () => timestamp({ withTimezone: true, mode: 'date' })
export const timestamptzNow = () => timestamptz().notNull().defaultNow()
/** Encoded in a slip's QR code: 12 random hexadecimal digits, made by the database. */
export const slipCode = (constraint: string) =>
  text().notNull().unique(constraint).default(sql`upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))`)
export const kobo = () => bigint({ mode: 'number' })
