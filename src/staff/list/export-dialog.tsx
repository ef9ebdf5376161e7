// Exporting exactly what a list shows: its filters and search, the chosen columns, a format, and a reason for the register.

import { type ReactNode, useState } from 'react'
import { useNavigateFromHere } from '#kit/routing/use-is-here.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { FieldGroup } from '#kit/ui/inputs/field-group.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { formatCappedCount } from '#shared/format/numbers.ts'
import { type ExportColumn, isPersonalExport, listExportColumns } from '#shared/lists/exports/export-columns.ts'
import {
  type ExportedList,
  type ExportFormat,
  exportFormats,
  getExportedList,
  listFormats,
} from '#shared/lists/exports/exported-lists.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { maxReason } from '#shared/staff/reasons.ts'
import { useMay } from '../entities/session/staff-session.ts'
import { useStaffAction } from '../entities/session/use-staff-action.ts'
import { staffCall } from '../http/staff-call.ts'
import styles from './export-dialog.module.css'
import type { AddressQuery } from './list-address.ts'
import type { RowCount } from './list-choice.ts'

/** All that the list shows for its query, a frozen selection, or those that match a filter with the chosen rows. */
type ExportedRows =
  | {
      query: AddressQuery
      /** What is filtered, in words. */
      active: readonly { text: string }[]
    }
  | { selection: string; count: number }
  | { chosen: Readonly<Record<string, string | number | string[] | undefined>>; count: RowCount }

export interface ExportDialogProps {
  list: ExportedList
  of: ExportedRows
  /** What the person must know before. */
  notice?: ReactNode
  visible: readonly string[]
  onClose: () => void
}

export function ExportDialog({ list, of, notice, visible, onClose }: ExportDialogProps) {
  const navigate = useNavigateFromHere()
  const columns = usePermittedColumns(list)
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [chosen, setChosen] = useState(() => Object.keys(columns).filter((key) => visible.includes(key)))
  const isPacked = format === 'zip-pdf'
  const keys = isPacked ? [] : chosen
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const reason = String(form.get('reason'))
      await staffCall('makeExport', { body: { of: list, ...pickRows(of), columns: keys, format, reason } })
      return 'The file is being made.'
    },
    { fields: ['columns', 'reason'], invalidates: [['exports']], onDone: () => void navigate(staffPaths.exports) },
  )
  return (
    <FormDialog
      title={`Export ${getExportedList(list).label.toLowerCase()}`}
      intro={
        <>
          <p>{describeRows(of)}</p>
          {notice}
        </>
      }
      error={error}
      submit="Export"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <Select
        label="Format"
        name="format"
        options={Object.fromEntries(listFormats(list).map((one) => [one, exportFormats[one]]))}
        value={format}
        onChange={({ target }) => setFormat((target.value || 'xlsx') as ExportFormat)}
      />
      {!isPacked && (
        <Columns columns={columns} format={format} chosen={chosen} error={errors.columns} onChoose={setChosen} />
      )}
      <Textarea
        label="Reason"
        hint="Who needs the file, and for what. It stands in the register of exports."
        name="reason"
        maxLength={maxReason}
        rows={3}
        error={errors.reason}
      />
      {isPersonalExport(list, format, keys) && (
        <Banner tone="warning" title="This file holds personal data">
          <p>
            Keep it where only those can open it who need it, and delete it after use. You will be asked to confirm that
            it is you.
          </p>
        </Banner>
      )}
    </FormDialog>
  )
}

function usePermittedColumns(list: ExportedList): Readonly<Record<string, ExportColumn>> {
  const may = useMay()
  return Object.fromEntries(
    Object.entries(listExportColumns(list)).filter(([, { permission }]) => !permission || may(permission)),
  )
}

const omitUndefined = <Value,>(values: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))

function pickRows(rows: ExportedRows) {
  if ('selection' in rows) return { selection: rows.selection }
  if ('chosen' in rows) return { filter: omitUndefined(rows.chosen) }
  const { after: _, limit: __, ...filter } = rows.query
  return { filter }
}

function describeRows(rows: ExportedRows): string {
  if ('selection' in rows) return describeCount({ value: rows.count, more: false })
  if ('chosen' in rows) return describeCount(rows.count)
  const { active } = rows
  const { q } = rows.query
  const parts = [...(q ? [`found by “${q}”`] : []), ...active.map(({ text }) => text)]
  return parts.length === 0
    ? 'All rows of the list, on all its pages.'
    : `All rows that the list shows, on all its pages: ${parts.join('; ')}.`
}

const describeCount = (count: RowCount) =>
  count.value === 1 ? 'The one that is chosen.' : `The ${formatCappedCount(count)} that are chosen.`

interface ColumnsProps {
  columns: Readonly<Record<string, ExportColumn>>
  format: ExportFormat
  chosen: readonly string[]
  error: string | undefined
  onChoose: (chosen: string[]) => void
}

/** The columns of the list, then the answers of the form and its lists, where the export has them. */
function Columns({ columns, format, chosen, error, onChoose }: ColumnsProps) {
  const groups: [label: string, hint: string | undefined, from: ExportColumn['source']['from']][] = [
    ['Columns', undefined, 'value'],
    ['Facts', 'What follows from the answers.', 'fact'],
    ['Answers', undefined, 'answer'],
    [
      'Lists of the form',
      format === 'xlsx'
        ? 'Each is a sheet of its own, with a row for each entry.'
        : 'Each is a cell with a line for each entry.',
      'entries',
    ],
  ]
  const toggle = (key: string, isChosen: boolean) =>
    onChoose(isChosen ? [...chosen, key] : chosen.filter((one) => one !== key))
  return groups.map(([label, hint, from]) => {
    const keys = Object.keys(columns).filter((key) => columns[key]?.source.from === from)
    if (keys.length === 0) return null
    const areAllChosen = keys.every((key) => chosen.includes(key))
    return (
      <FieldGroup key={label} label={label} {...(hint && { hint })} {...(from === 'value' && error && { error })}>
        {() => (
          <>
            <Actions>
              <Button
                variant="quiet"
                aria-label={`${areAllChosen ? 'Choose none' : 'Choose all'}: ${label}`}
                onClick={() =>
                  onChoose([...chosen.filter((key) => !keys.includes(key)), ...(areAllChosen ? [] : keys)])
                }
              >
                {areAllChosen ? 'Choose none' : 'Choose all'}
              </Button>
            </Actions>
            <div className={styles.columns}>
              {keys.map((key) => (
                <Checkbox
                  key={key}
                  label={columns[key]?.label}
                  checked={chosen.includes(key)}
                  onChange={({ target }) => toggle(key, target.checked)}
                />
              ))}
            </div>
          </>
        )}
      </FieldGroup>
    )
  })
}
