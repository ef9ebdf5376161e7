// What pages share that import a file of another system: which heading stands for which column, and what is wrong by line.
import { type ReactNode, useRef, useState } from 'react'
import { createFieldError, hasCode } from '#kit/http/api-error.ts'
import { saveBlob } from '#kit/http/fetch-content.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { FieldGroup } from '#kit/ui/inputs/field-group.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { formatCsv } from '#shared/format/csv.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import { noHeading } from '#shared/staff/imports.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { RowTable } from '../row-table/row-table.tsx'
import styles from './mapped-file.module.css'

type Mapping<Column extends string> = { [One in Column]?: string | undefined }

/** Types of the files that can be read. */
export const mappedFileTypes = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** @throws ApiError that names the field */
export function readChosenFile(form: FormData): File {
  const file = form.get('file')
  if (file instanceof File && file.size > 0) return file
  throw createFieldError('file', 'Choose a file that is not empty.')
}

interface FoundInFile<Column extends string> {
  headings: readonly string[]
  /** As the file was read. */
  mapping: Mapping<Column>
}

/** A file that was checked: what was sent, how it was asked for, and what was found. */
export interface CheckedFile<Query, Found> {
  form: FormData
  query: Query
  found: Found
}

/** What was checked last; null while nothing is, or something else was chosen since. */
export function useCheckedFile<Query, Found>() {
  const [checked, setChecked] = useState<CheckedFile<Query, Found> | null>(null)
  /** What was dropped while it was being stored stays so. */
  const replaceFound = (of: CheckedFile<Query, Found>, found: Found) =>
    setChecked((now) => (now === of ? { ...of, found } : now))
  return { checked, setChecked, replaceFound }
}

interface MappedFileFormProps<Column extends string, Query, Found> {
  labels: Readonly<Record<Column, string>>
  checked: CheckedFile<Query, Found> | null
  onChecked: (checked: CheckedFile<Query, Found> | null) => void
  /** Names of the inputs beside the file and its columns. */
  fields: readonly string[]
  /** What these say, without the columns. */
  readQuery: (form: FormData) => Omit<Query, Column>
  check: (query: Query, form: FormData) => Promise<Found>
  cancelTo: string
  /** The inputs beside the columns. */
  children: (errors: Readonly<Record<string, string | undefined>>) => ReactNode
}

/**
 * Checks a file, first as the server finds its columns, then as they are chosen. What was checked is dropped as soon as
 * the file or a field is another one.
 */
export function MappedFileForm<Column extends string, Query, Found extends FoundInFile<Column>>(
  props: MappedFileFormProps<Column, Query, Found>,
) {
  const { labels, checked, onChecked, fields, readQuery, check, cancelTo, children } = props
  // It stays while fields change, and has the columns to choose from.
  const [found, setFound] = useState<Found | null>(null)
  const changes = useRef(0)
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const before = changes.current
      const body = new FormData()
      body.set('file', readChosenFile(form))
      const query = { ...readQuery(form), ...readMapping(form, Object.keys(labels) as Column[]) } as Query
      onChecked(null)
      const answer = await check(query, body)
      if (changes.current !== before) return
      setFound(answer)
      onChecked({ form: body, query, found: answer })
    },
    {
      fields: ['file', ...fields],
      onError() {
        setFound(null)
        onChecked(null)
      },
    },
  )
  return (
    <Card>
      <FormStack
        onSubmit={run}
        onChange={({ target }) => {
          changes.current += 1
          onChecked(null)
          if (target instanceof HTMLInputElement && target.type === 'file') setFound(null)
        }}
      >
        <FormError>{error}</FormError>
        {children(errors)}
        <ColumnSelects labels={labels} {...(found ?? { headings: [], mapping: {} })} />
        <Actions>
          <Button type="submit" variant={checked ? 'secondary' : 'primary'} busy={isPending}>
            {found ? 'Check again' : 'Check the file'}
          </Button>
          <ButtonLink variant="secondary" to={cancelTo}>
            Cancel
          </ButtonLink>
        </Actions>
      </FormStack>
    </Card>
  )
}

/** What the server found instead, when it refused to store a file that no longer is as it was checked. */
export const readFoundAgain = <Found,>(thrown: unknown): Found | undefined =>
  hasCode(thrown, 'count_differs') ? (thrown.data as Found) : undefined

/** One for each column, once the headings are known. */
const ColumnSelects = <Column extends string>({
  labels,
  headings,
  mapping,
}: FoundInFile<Column> & { labels: Readonly<Record<Column, string>> }) =>
  headings.length > 0 && (
    <FieldGroup label="Columns, as the file calls them">
      {() => (
        <div className={styles.columns}>
          {(Object.keys(labels) as Column[]).map((column) => (
            <Select
              key={`${column} ${mapping[column] ?? ''}`}
              label={labels[column].replace(/^./, (first) => first.toUpperCase())}
              name={column}
              options={{ [noHeading]: 'None', ...Object.fromEntries(headings.map((heading) => [heading, heading])) }}
              defaultValue={mapping[column] ?? noHeading}
            />
          ))}
        </div>
      )}
    </FieldGroup>
  )

/** What was chosen in `ColumnSelects`. */
const readMapping = <Column extends string>(form: FormData, columns: readonly Column[]): Mapping<Column> =>
  Object.fromEntries(
    columns.flatMap((column) => (form.has(column) ? [[column, String(form.get(column))]] : [])),
  ) as Mapping<Column>

/** As it was checked: what is not named is not looked for again. */
export const nameAllColumns = <Column extends string>(mapping: Mapping<Column>, columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, mapping[column] ?? noHeading])) as Record<Column, string>

interface LineErrorsProps {
  errors: readonly { line: number; column: string; reason: string }[]
  /** Whether the file has more than these. */
  moreErrors: boolean
  /** How many a page shows that has another way to all of them. */
  limit?: number
}

export function LineErrors({ errors, moreErrors, limit = errors.length }: LineErrorsProps) {
  const listed = errors.slice(0, limit)
  return (
    <>
      {(moreErrors || listed.length < errors.length) && (
        <p>The first {formatCounted(listed.length, 'error', 'errors')}:</p>
      )}
      <RowTable
        caption="Lines with an error"
        headings={['Line', 'Column', 'What is wrong']}
        phone={{ title: 'Column', end: 'Line', named: ['Line'] }}
        rows={listed.map(({ line, column, reason }, at) => ({
          key: `${line} ${column} ${at}`,
          cells: [formatCount(line), column || 'The whole line', reason],
        }))}
      />
    </>
  )
}

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
