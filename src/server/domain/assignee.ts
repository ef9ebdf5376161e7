import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { joinFilter, splitFilter } from '#shared/lists/filter-values.ts'
import { isOneOfOrNone } from '../database/conditions.ts'

/** `me`, `nobody` and ids of staff. */
export const isAssignedTo =
  (column: PgColumn) =>
  (value: string, { staffId }: { staffId: string }): SQL | undefined =>
    isOneOfOrNone(column, 'nobody')(joinFilter(splitFilter(value).map((one) => (one === 'me' ? staffId : one))))
