// The query of a staff list, made from its columns.
import { z } from 'zod'
import type { StaffColumn } from '../columns.ts'
import { splitFilter } from './filter-values.ts'

const text = z.string().trim().min(1).max(500)

/** A day of a list's filter. PostgreSQL knows no year 0. */
export const filterDay = z.iso
  .date('Enter a day such as 2024-12-31.')
  .refine((day) => day >= '1900', 'Enter a day since 1900.')

/** The parameters with which a list is filtered by this column. */
export function getFilterNames(
  key: string,
  { filter, parameters }: Pick<StaffColumn, 'filter' | 'parameters'>,
): string[] {
  if (filter === 'none') return []
  return filter === 'between' ? [...(parameters ?? [`${key}From`, `${key}To`])] : [key]
}

/** One or several texts, separated by `|`. */
export const severalTexts = z.string().max(1_000).transform(splitFilter).pipe(z.array(z.string()).min(1))

/** One or several of the choices, separated by `|`. */
export const someOf = <T extends string>(choices: Readonly<Record<T, string>>) =>
  z
    .string()
    .max(1_000)
    .transform(splitFilter)
    .pipe(z.array(z.enum(Object.keys(choices) as [T, ...T[]])).min(1))

/** The filters of these columns as parameters of a query; all optional. */
export function createFilterShape(
  columns: Readonly<Record<string, StaffColumn>>,
): Record<string, z.ZodType<string | undefined>> {
  const shape: Record<string, z.ZodType<string | undefined>> = {}
  for (const [key, column] of Object.entries(columns)) {
    const schema = column.filter === 'between' ? filterDay : column.kind === 'flag' ? z.enum(['yes', 'no']) : text
    for (const name of getFilterNames(key, column)) shape[name] = schema.optional()
  }
  return shape
}
