// The register of exports: who made which file of which list, and why; own files are downloaded or cancelled here.

import { useQuery } from '@tanstack/react-query'
import { Fragment, useId } from 'react'
import { Link } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { RegisteredExport } from '#shared/api/staff/lists/exports.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import {
  exportedLists,
  exportFormats,
  getExportedList,
  isExportedList,
  mayExport,
} from '#shared/lists/exports/exported-lists.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { useMe } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { useListAddress } from '#staff/list/list-address.ts'
import { listActiveFilters } from '#staff/list/list-filters.tsx'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { ExportState, showFile } from './export-progress.tsx'
import { listColumnsOf } from './exported-columns.ts'
import styles from './exports-page.module.css'

const pollMs = 1_000
const isUnfinished = ({ state }: Pick<RegisteredExport, 'state'>) => state === 'waiting' || state === 'making'

export function Component() {
  const address = useListAddress()
  const { after } = address.query
  const register = useQuery({
    queryKey: ['exports', after],
    queryFn: async ({ signal }) => (await staffCall('staffExports', { query: { after }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.rows.some(isUnfinished) ? pollMs : false),
  })
  const next = register.data?.next
  return (
    <>
      <PageHead
        title="Exports"
        intro="Files are made from a list with its button “Export”, and removed after a day. This register stays: it says who made which file, and why."
      />
      <QueryResult
        query={register}
        lines={['block', 'line', 'line', 'line']}
        loading="Loading the exports…"
        failed="The exports could not be loaded"
      >
        {({ rows }) => <Register rows={rows} isFirstPage={address.isFirstPage} />}
      </QueryResult>
      <Actions>
        {!address.isFirstPage && (
          <Button variant="secondary" onClick={address.goBack}>
            Newer
          </Button>
        )}
        {next && (
          <Button variant="secondary" onClick={() => address.goToPage(next)}>
            Older
          </Button>
        )}
      </Actions>
    </>
  )
}

const Register = ({ rows, isFirstPage }: { rows: readonly RegisteredExport[]; isFirstPage: boolean }) => (
  <Card title="Register">
    {rows.length === 0 ? (
      <NoExports isFirstPage={isFirstPage} />
    ) : (
      <RowTable
        caption="Exports"
        className={styles.register}
        headings={['List', 'State', 'File', 'Rows', 'Reason', 'Made', 'Downloads']}
        numeric={['Rows']}
        phone={{ end: 'State', named: ['Rows', 'Downloads'] }}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            <List key="list" row={row} />,
            <ExportState key="state" state={row.state} />,
            showFile(row),
            row.rows !== null && formatCount(row.rows),
            row.reason,
            <Fragment key="made">
              <ShortMoment moment={row.madeAt} />, {row.madeBy}
            </Fragment>,
            row.downloads > 0 && formatCount(row.downloads),
          ],
        }))}
      />
    )}
  </Card>
)

function NoExports({ isFirstPage }: { isFirstPage: boolean }) {
  const heading = useId()
  const { roles } = useMe()
  if (!isFirstPage) return <p>There are no older exports.</p>
  const lists = exportedLists
    .filter((list) => mayExport(roles, list))
    .map((list) => ({ list, label: getExportedList(list).label }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
  return (
    <Stack>
      <p>Nothing has been exported yet.</p>
      {lists.length > 0 && (
        <>
          <h3 id={heading}>Lists that you can export</h3>
          <ul className={styles.lists} aria-labelledby={heading}>
            {lists.map(({ list, label }) => (
              <li key={list}>
                <Link to={staffPaths[list]}>{label}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  )
}

function List({ row }: { row: RegisteredExport }) {
  const { list, exercise, filter, selection } = row
  const { furtherLabels } = isExportedList(list) ? getExportedList(list) : {}
  const active = listActiveFilters(listColumnsOf(list), {}, filter, furtherLabels).map(({ text }) => text)
  const parts = [
    ...(selection ? ['A selection'] : []),
    ...describeChosen(row),
    ...(filter.q ? [`Found by “${filter.q}”`] : []),
    ...active,
  ]
  return (
    <div className={styles.stack}>
      <strong>
        {isExportedList(list) ? getExportedList(list).label : list} {exercise}
      </strong>
      <span className={styles.quiet}>{parts.join('; ') || 'All of it'}</span>
      <Contents row={row} />
    </div>
  )
}

/** Chosen one by one, or all that the list showed but some. */
const describeChosen = ({ chosen, except }: RegisteredExport): string[] => [
  ...(chosen === null ? [] : [formatCounted(chosen, 'chosen applicant')]),
  ...(except === 0 ? [] : [`All but ${formatCount(except)}`]),
]

/** What the file held, and how it is known again. */
const Contents = ({ row: { columns, format, list, sha256 } }: { row: RegisteredExport }) => (
  <details>
    <summary className={styles.summary}>Details</summary>
    <p className={styles.quiet}>{exportFormats[format]}</p>
    {columns.length > 0 && (
      <p className={styles.quiet}>Columns: {columns.map((key) => listColumnsOf(list)[key]?.label ?? key).join(', ')}</p>
    )}
    {sha256 && (
      <p className={styles.quiet}>
        SHA-256: <code className={styles.digest}>{sha256}</code>
      </p>
    )}
  </details>
)
