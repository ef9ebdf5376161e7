// One settlement with its sums, which add up to the total of the file.
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Columns } from '#kit/ui/layout/columns.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { Settlement } from '#shared/api/staff/settlements.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatCount, formatNaira } from '#shared/format/numbers.ts'
import { addQuery, staffPaths } from '#shared/staff/paths.ts'
import { ShortFacts } from '#staff/entities/short-facts/short-facts.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { formatDays } from './format-days.ts'
import { VerdictTable } from './verdict-sums.tsx'

export function Component() {
  const { id = '' } = useParams()
  const found = useQuery({
    queryKey: ['settlement', id],
    queryFn: async ({ signal }) => (await staffCall('staffSettlement', { params: { id }, signal })).data,
  })
  return (
    <QueryResult
      query={found}
      lines={['title', 'block', 'block']}
      loading="Loading the settlement…"
      title="Settlement"
      missing="There is no such settlement, or not within your roles."
      back={<ButtonLink to={staffPaths.settlements}>All settlements</ButtonLink>}
    >
      {(settlement) => <SettlementSums settlement={settlement} />}
    </QueryResult>
  )
}

function SettlementSums({ settlement }: { settlement: Settlement }) {
  const { id, year, file, lines, total, importedAt, importedBy, sums } = settlement
  const query = { exercise: String(year), settlement: id }
  return (
    <>
      <PageTitle>Settlement of {formatDays(settlement)}</PageTitle>
      <Columns>
        <div>
          <Card title="Compared with the payments here">
            <Stack>
              <p>
                The amounts add up to the total of the file, but for what is missing there: payments of these days that
                no settlement has.
              </p>
              <VerdictTable caption="Lines of this settlement" sums={sums} query={query} without={['not_settled']} />
              <Actions>
                <ButtonLink variant="secondary" to={addQuery(staffPaths.reconciliation, query)}>
                  All lines
                </ButtonLink>
              </Actions>
            </Stack>
          </Card>
        </div>
        <div>
          <Card title="The file">
            <ShortFacts
              facts={[
                ['File', file],
                ['Lines', formatCount(lines)],
                ['Total', formatNaira(total)],
                ['Imported', `${formatDateTime(importedAt)}, ${importedBy}`],
              ]}
            />
          </Card>
        </div>
      </Columns>
    </>
  )
}
