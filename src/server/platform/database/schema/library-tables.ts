// Tables in the shape of a library that reads and writes them itself.
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Counts of the rate limiter (rate-limiter-flexible's own shape). */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})
