// Reconciliation by day: what Remita confirmed beside what was settled.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { ReconciledDay } from '#shared/api/staff/settlements.ts'
import { formatDate, formatDateTime } from '#shared/format/dates.ts'
import { formatCount, formatCounted, formatNaira } from '#shared/format/numbers.ts'
import { getReconciledDayPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { DayStatus } from './day-status.tsx'

export function Component() {
  const { exercise } = useChosenExercise()
  const year = exercise?.year
  const days = useQuery({
    queryKey: ['reconciliation', 'days', year],
    queryFn: async ({ signal }) => {
      if (year === undefined) throw new Error('No exercise is chosen.')
      return (await staffCall('reconciledDays', { query: { exercise: year }, signal })).data
    },
    enabled: year !== undefined,
  })
  return (
    <>
      <PageHead
        title="Reconciliation"
        actions={
          <>
            <ButtonLink to={staffPaths.newSettlement}>Import a settlement</ButtonLink>
            <ButtonLink variant="secondary" to={staffPaths.settlements}>
              Settlements
            </ButtonLink>
            <ButtonLink variant="secondary" to={staffPaths.reconciliation}>
              Lines
            </ButtonLink>
          </>
        }
      />
      <QueryResult query={days} lines={['block', 'block']} loading="Comparing…" failed="The days could not be compared">
        {(data) => <Days {...data} />}
      </QueryResult>
    </>
  )
}

/** What fits on a phone. */
const daysAtFirst = 10

function Days({ days, asOf }: { days: readonly ReconciledDay[]; asOf: string }) {
  const [isWhole, setWhole] = useState(false)
  const differing = days.filter(({ differences }) => differences > 0).length
  if (days.length === 0)
    return (
      <Card title="By day">
        <p>Nothing has been paid or settled in this exercise yet.</p>
      </Card>
    )
  return (
    <Card title="By day">
      <Stack>
        <p>
          What Remita confirmed here beside what settlements say of the day, as of {formatDateTime(asOf)}.
          {differing > 0 && (
            <strong> {formatCounted(differing, 'day has open differences', 'days have open differences')}.</strong>
          )}
        </p>
        <RowTable
          caption="Payments and settlements by day"
          headings={['Day', 'Here', 'Settled', 'Difference', 'Still open', 'State']}
          numeric={['Here', 'Settled', 'Difference', 'Still open']}
          phone={{ end: 'State', named: ['Here', 'Settled', 'Difference', 'Still open'] }}
          rows={(isWhole ? days : days.slice(0, daysAtFirst)).map((one) => ({
            key: one.day,
            cells: [
              <Link key="day" to={getReconciledDayPath(one.day)}>
                <time dateTime={one.day}>{formatDate(one.day)}</time>
              </Link>,
              one.here > 0 && formatNaira(one.here),
              one.settled > 0 && formatNaira(one.settled),
              formatDifference(one),
              one.differences > 0 && formatCount(one.differences),
              <DayStatus key="state" day={one} />,
            ],
          }))}
        />
        {!isWhole && days.length > daysAtFirst && (
          <Actions>
            <Button variant="secondary" onClick={() => setWhole(true)}>
              Show all {formatCount(days.length)} days
            </Button>
          </Actions>
        )}
      </Stack>
    </Card>
  )
}

/** Null for none, and for a day of which nothing has been settled. */
function formatDifference({ settled, here, sums }: ReconciledDay): string | null {
  const kobo = Math.round((settled - here) * 100)
  if (kobo === 0 || sums.not_settled.count > 0) return null
  return `${kobo < 0 ? '−' : '+'}${formatNaira(Math.abs(kobo) / 100)}`
}
