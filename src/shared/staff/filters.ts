// The query of a staff list, made from its columns.
import { z } from 'zod'
import type { StaffColumn } from './columns.ts'

const text = z.string().trim().min(1).max(500)
const day = z.iso.date('Enter a day such as 2024-12-31.')

/** The filters of these columns as parameters of a query; all optional. */
export function createFilterShape(
  columns: Readonly<Record<string, StaffColumn>>,
): Record<string, z.ZodType<string | undefined>> {
  const shape: Record<string, z.ZodType<string | undefined>> = {}
  for (const [key, { filter, kind }] of Object.entries(columns)) {
    if (filter === 'none') continue
    if (filter === 'between') {
      shape[`${key}From`] = day.optional()
      shape[`${key}To`] = day.optional()
    } else shape[key] = (kind === 'flag' ? z.enum(['yes', 'no']) : text).optional()
  }
  return shape
}
