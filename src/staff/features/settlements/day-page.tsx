// The payments of one day, and closing it: by one person without differences, by two while some remain.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { ReconciledDay } from '#shared/api/staff/settlements.ts'
import { formatDate, formatDateTime } from '#shared/format/dates.ts'
import { formatCounted, formatNaira } from '#shared/format/numbers.ts'
import { addQuery, staffPaths } from '#shared/staff/paths.ts'
import { EntryHead } from '#staff/entities/entry-head/entry-head.tsx'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { ShortFacts } from '#staff/entities/short-facts/short-facts.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { DayStatus } from './day-status.tsx'
import { VerdictTable } from './verdict-sums.tsx'

export function Component() {
  const { day = '' } = useParams()
  const { exercise } = useChosenExercise()
  const year = exercise?.year
  const found = useQuery({
    queryKey: ['reconciliation', 'day', year, day],
    queryFn: async ({ signal }) => {
      if (year === undefined) throw new Error('No exercise is chosen.')
      return (await staffCall('reconciledDays', { query: { exercise: year, day }, signal })).data
    },
    enabled: year !== undefined,
  })
  return (
    <QueryResult
      query={found}
      lines={['title', 'block', 'block']}
      loading="Comparing…"
      title="Day of payments"
      missing="There is no such day."
      back={<ButtonLink to={staffPaths.reconciledDays}>Reconciliation</ButtonLink>}
    >
      {({ days: [one], asOf }) => (
        <>
          <EntryHead title={`Payments of ${formatDate(day)}`}>
            {one && <DayStatus day={one} />}
            <Link to={staffPaths.reconciledDays}>All days</Link>
          </EntryHead>
          {one && year !== undefined ? (
            <Day day={one} year={year} asOf={asOf} />
          ) : (
            <p>Nothing was paid or settled on this day.</p>
          )}
        </>
      )}
    </QueryResult>
  )
}

function Day({ day, year, asOf }: { day: ReconciledDay; year: number; asOf: string }) {
  const { closing } = day
  return (
    <>
      <Closing day={day} year={year} />
      <Card title="Sums">
        <Stack>
          <ShortFacts
            facts={[
              ['Confirmed here', formatNaira(day.here)],
              ['Settled', formatNaira(day.settled)],
              ['Open differences', formatCounted(day.differences, 'line')],
              ...(closing ? [['Closed with', formatCounted(closing.differences, 'difference')] as const] : []),
              ['As of', formatDateTime(asOf)],
              ...(closing ? [['Closed by', `${closing.closedBy}, ${formatDateTime(closing.closedAt)}`] as const] : []),
              ...(closing?.approvedBy && closing.approvedAt
                ? [['Approved by', `${closing.approvedBy}, ${formatDateTime(closing.approvedAt)}`] as const]
                : []),
            ]}
          />
          <VerdictTable
            caption="Lines of this day"
            sums={day.sums}
            query={{ exercise: String(year), dayFrom: day.day, dayTo: day.day }}
          />
          <Actions>
            <ButtonLink
              variant="secondary"
              to={addQuery(staffPaths.reconciliation, { exercise: String(year), dayFrom: day.day, dayTo: day.day })}
            >
              All lines of this day
            </ButtonLink>
          </Actions>
        </Stack>
      </Card>
    </>
  )
}

function Closing({
  day: { day, closing, differences, here, settled, sums },
  year,
}: {
  day: ReconciledDay
  year: number
}) {
  const waits = closing !== null && !closing.isClosed
  const isSame = closing !== null && !closing.isChanged
  const step = waits && isSame ? 'approveClosedDay' : 'closeDay'
  const { run, isPending, error } = useStaffAction(
    async () => {
      const body = { exercise: year, differences, here, settled }
      const { message } = await staffCall(step, { params: { day }, body })
      return message
    },
    {
      invalidates: [['reconciliation']],
      invalidatesOnError: true,
    },
  )
  if (closing?.isClosed && isSame) return null
  if (sums.not_settled.count > 0)
    return <Banner tone="info">The day can be closed once a settlement has its payments.</Banner>
  if (waits && isSame && closing.isOwn)
    return <Banner tone="info">You closed this day with differences. Another person approves it.</Banner>
  return (
    <>
      <FormError>{error}</FormError>
      {differences > 0 && !waits && (
        <p>
          {formatCounted(differences, 'difference has', 'differences have')} an open case, so a second person must
          approve this.
        </p>
      )}
      <Actions>
        <Button busy={isPending} onClick={() => void run()}>
          {step === 'approveClosedDay'
            ? `Approve with ${formatCounted(differences, 'difference')}`
            : differences > 0
              ? 'Close with these differences'
              : 'Close the day'}
        </Button>
      </Actions>
    </>
  )
}
