// Files whose headings differ between institutions: which heading stands for which column.
import { z } from 'zod'

const heading = z.string().trim().max(200).optional()

/** A heading of the file for each column; `-` says that there is none. */
export const describeMapping = <Column extends string>(columns: readonly Column[]) =>
  z.object(Object.fromEntries(columns.map((column) => [column, heading])) as Record<Column, typeof heading>)
