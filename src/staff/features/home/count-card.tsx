import { QueryResult } from '#kit/query/query-result.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { formatCappedCount } from '#shared/format/numbers.ts'
import { type ListName, staffLists } from '#shared/lists/lists.ts'
import { CountedLinks } from './counted-links.tsx'
import { getListAddress, type HomeCountsQuery } from './home-counts.ts'

/** Links into a list with filters, each with how many there are. */
export function CountCard({ list, counts }: { list: ListName; counts: HomeCountsQuery }) {
  const { label } = staffLists[list]
  const noun = label.toLowerCase()
  return (
    <Card title={label}>
      <QueryResult
        query={counts}
        lines={['line', 'line', 'line']}
        loading={`Counting ${noun}…`}
        failed={`The ${noun} could not be counted`}
      >
        {(data) => (
          <CountedLinks
            links={data.counts
              .filter((counted) => counted.list === list)
              .map((counted) => ({
                label: counted.label,
                to: getListAddress(counted),
                value: formatCappedCount(counted.count),
              }))}
          />
        )}
      </QueryResult>
    </Card>
  )
}
