// The query of a staff list, made from its columns.
import { z } from 'zod'
import { staffDay } from '../staff/day.ts'
import type { StaffColumn, StaffColumns } from './column.ts'
import { maxFilterText, splitFilter } from './filter-values.ts'

const text = z.string().trim().min(1).max(maxFilterText)

/** The parameters with which a list is filtered by this column. */
export function getFilterNames(
  key: string,
  { filter, parameters }: Pick<StaffColumn, 'filter' | 'parameters'>,
): string[] {
  if (filter === 'none') return []
  return filter === 'between' ? [...(parameters ?? [`${key}From`, `${key}To`])] : [key]
}

export const describeUnknown = (value: string) => `There is no choice “${value.slice(0, 60)}”.`

/** The values of a filter that the column does not know; all of them are known where it lists none. */
export function listUnknownValues({ filter, options, otherValues }: StaffColumn, value: string): string[] {
  if (!options || filter === 'none' || filter === 'between') return []
  const split = splitFilter(value)
  const values = filter === 'oneOf' && split.length > 0 ? split : [value]
  return values.filter((one) => !Object.hasOwn(options, one) && !otherValues?.test(one))
}

const createValueSchema = (column: StaffColumn) =>
  text.superRefine((value, context) => {
    const [unknown] = listUnknownValues(column, value)
    if (unknown !== undefined) context.addIssue({ code: 'custom', message: describeUnknown(unknown) })
  })

/** The filters of these columns as parameters of a query; all optional. */
export function createFilterShape(columns: StaffColumns): Record<string, z.ZodType<string | undefined>> {
  const shape: Record<string, z.ZodType<string | undefined>> = {}
  for (const [key, column] of Object.entries(columns)) {
    const schema =
      column.filter === 'between'
        ? staffDay()
        : column.kind === 'flag'
          ? z.enum(['yes', 'no'])
          : createValueSchema(column)
    const { takes } = column
    for (const name of getFilterNames(key, column))
      shape[name] = takes === undefined ? schema.optional() : schema.optional().describe(takes)
  }
  return shape
}
