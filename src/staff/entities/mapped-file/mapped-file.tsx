// What pages share that import a file of another system: which heading stands for which column, and what is wrong by line.
import { saveBlob } from '#kit/http/fetch-content.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { PlainTable } from '#kit/ui/layout/plain-table.tsx'
import { formatCsv } from '#shared/format/csv.ts'
import { formatCount } from '#shared/format/numbers.ts'
import { noHeading } from '#shared/staff/imports.ts'

type Mapping<Column extends string> = { [One in Column]?: string | undefined }

/** Types of the files that can be read. */
export const mappedFileTypes = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface ColumnSelectsProps<Column extends string> {
  labels: Readonly<Record<Column, string>>
  /** Of the file; none before it was checked. */
  headings: readonly string[]
  /** As the file was read. */
  mapping: Mapping<Column>
}

/** One for each column, once the headings are known. */
export const ColumnSelects = <Column extends string>({ labels, headings, mapping }: ColumnSelectsProps<Column>) =>
  headings.length > 0 &&
  (Object.keys(labels) as Column[]).map((column) => (
    <Select
      key={`${column} ${mapping[column] ?? ''}`}
      label={`Column with the ${labels[column]}`}
      name={column}
      options={{ [noHeading]: 'None', ...Object.fromEntries(headings.map((heading) => [heading, heading])) }}
      defaultValue={mapping[column] ?? noHeading}
    />
  ))

/** What was chosen in `ColumnSelects`. */
export const readMapping = <Column extends string>(form: FormData, columns: readonly Column[]): Mapping<Column> =>
  Object.fromEntries(
    columns.flatMap((column) => (form.has(column) ? [[column, String(form.get(column))]] : [])),
  ) as Mapping<Column>

/** As it was checked: what is not named is not looked for again. */
export const nameAllColumns = <Column extends string>(mapping: Mapping<Column>, columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, mapping[column] ?? noHeading])) as Record<Column, string>

interface LineErrorsProps {
  errors: readonly { line: number; column: string; reason: string }[]
  moreErrors: boolean
}

export const LineErrors = ({ errors, moreErrors }: LineErrorsProps) => (
  <>
    <PlainTable
      caption="Lines with an error"
      headings={['Line', 'Column', 'What is wrong']}
      rows={errors.map(({ line, column, reason }) => ({
        key: `${line} ${column} ${reason}`,
        cells: [formatCount(line), column, reason],
      }))}
    />
    {moreErrors && <p>These are the first {formatCount(errors.length)}.</p>}
  </>
)

/** A file with the headings alone. */
export const TemplateButton = ({ headings, file }: { headings: Readonly<Record<string, string>>; file: string }) => (
  <Actions>
    <Button
      variant="secondary"
      onClick={() => saveBlob(new Blob([formatCsv([Object.values(headings)])], { type: 'text/csv' }), file)}
    >
      Download a template
    </Button>
  </Actions>
)
