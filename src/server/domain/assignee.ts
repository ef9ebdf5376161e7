import { inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { splitFilter } from '#shared/lists/filter-values.ts'

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** `me`, `nobody` and ids of staff. */
export const isAssignedTo =
  (column: PgColumn) =>
  (value: string, { staffId }: { staffId: string }): SQL | undefined => {
    const values = splitFilter(value)
    const ids = values.map((one) => (one === 'me' ? staffId : one)).filter(isUuid)
    const conditions = [
      values.includes('nobody') ? isNull(column) : undefined,
      ids.length > 0 ? inArray(column, ids) : undefined,
    ].filter((condition) => condition !== undefined)
    return conditions.length > 0 ? or(...conditions) : sql`false`
  }
