// Days as they are in Nigeria, for filters from a day to a day.
import { sql } from 'drizzle-orm'

/** The first moment of a day such as 2024-12-31. */
export const startOfLagosDay = (day: string) => sql`(${day}::date::timestamp at time zone 'Africa/Lagos')`

/** The first moment of the day after it. */
export const endOfLagosDay = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'Africa/Lagos')`
