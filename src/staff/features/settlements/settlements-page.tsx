import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { formatCount, formatNaira } from '#shared/format/numbers.ts'
import { type SettlementRow, settlementList } from '#shared/lists/settlements.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'
import { formatDays, formatShortDays } from './format-days.ts'

const settlementsView: ListView<SettlementRow, typeof settlementList> = {
  list: settlementList,
  cells: {
    days: (row) => <span title={formatDays(row)}>{formatShortDays(row)}</span>,
    file: ({ file }) => file,
    lines: ({ lines }) => formatCount(lines),
    total: ({ total }) => formatNaira(total),
    openCases: ({ openCases }) => openCases > 0 && `${formatCount(openCases)} open`,
    cases: ({ openCases }) => (openCases > 0 ? 'Some open' : 'None open'),
    imported: ({ importedAt }) => <ShortMoment moment={importedAt} />,
    importedBy: ({ importedBy }) => importedBy,
  },
  getKey: ({ id }) => id,
  getPath: ({ id }) => getEntryPath(staffPaths.settlements, id),
  noWrap: ['days', 'lines', 'total', 'openCases', 'imported'],
  linkColumn: 'days',
  phone: { title: 'days', facts: ['total', 'imported'], status: 'openCases' },
}

export function Component() {
  const { exercise } = useChosenExercise()
  return (
    <>
      <PageHead
        title="Settlements"
        actions={
          <>
            <ButtonLink to={staffPaths.newSettlement}>Import a settlement</ButtonLink>
            <ButtonLink variant="secondary" to={staffPaths.reconciledDays}>
              Reconciliation
            </ButtonLink>
          </>
        }
      />
      <StaffList
        exercise={exercise?.year}
        view={settlementsView}
        whenEmpty={<p>No settlement has been imported yet. The bank or Remita sends them as files.</p>}
        load={async (query, signal) => (await staffCall('staffSettlements', { query, signal })).data}
      />
    </>
  )
}
