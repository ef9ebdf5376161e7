// Days and times as they are in Nigeria.
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** The first moment of a day such as 2024-12-31. */
export const startOfLagosDay = (day: string) => sql`(${day}::date::timestamp at time zone 'Africa/Lagos')`

/** The first moment of the day after it. */
export const endOfLagosDay = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'Africa/Lagos')`

/** The day of a moment, such as 2024-12-31. */
export const toLagosDay = (moment: AnyPgColumn | SQL) =>
  sql`to_char(${moment} at time zone 'Africa/Lagos', 'YYYY-MM-DD')`

/** The day and the time of a moment, such as 2024-12-31 14:05:09. */
export const toLagosTime = (moment: AnyPgColumn | SQL) =>
  sql`to_char(${moment} at time zone 'Africa/Lagos', 'YYYY-MM-DD HH24:MI:SS')`
