// Which heading of an uploaded file stands for which column, where the files of other systems name them as they like.
import { noHeading } from '#shared/staff/imports.ts'
import { normalizeHeading } from './read-list.ts'

/** The heading for each column; one without is not in the file. */
export type HeadingMapping<Column extends string> = { [One in Column]?: string | undefined }

interface MappingSources<Column extends string> {
  /** By which other systems name a column, in the order of the columns. */
  known: Readonly<Record<Column, readonly string[]>>
  /** By the person; `noHeading` for none. */
  chosen: HeadingMapping<Column>
  /** Of the file before. */
  former: HeadingMapping<Column> | null
}

/** As chosen, as in the file before, or by its name; a heading stands for one column. */
export function chooseMapping<Column extends string>(
  headings: readonly string[],
  { known, chosen, former }: MappingSources<Column>,
): HeadingMapping<Column> {
  const find = (names: readonly string[]) =>
    names.flatMap((name) => headings.filter((heading) => normalizeHeading(heading) === normalizeHeading(name)))[0]
  const mapping: HeadingMapping<Column> = {}
  for (const column of Object.keys(known) as Column[]) {
    const given = chosen[column]
    if (given === noHeading) continue
    const heading = given ? find([given]) : find([former?.[column] ?? '', ...known[column]])
    if (heading && !Object.values(mapping).includes(heading)) mapping[column] = heading
  }
  return mapping
}
