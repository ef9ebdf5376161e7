// The kinds of column that the tables share.
import { sql } from 'drizzle-orm'
import { bigint, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const id = () => uuid().primaryKey().defaultRandom()
export const moment = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => moment().notNull().defaultNow()
/** What a slip's QR code leads to: 12 random hexadecimal digits, made by the database. */
export const slipCode = (constraint: string) =>
  text().notNull().unique(constraint).default(sql`upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))`)
export const kobo = () => bigint({ mode: 'number' })
