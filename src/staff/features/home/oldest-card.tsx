import { QueryResult } from '#kit/query/query-result.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { formatAge } from '#shared/format/age.ts'
import { oldestLists } from '#shared/lists/home-lists.ts'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { CountedLinks } from './counted-links.tsx'
import { getListAddress, type HomeCountsQuery } from './home-counts.ts'

/** Who has waited longest, as links into the lists that begin with it. */
export function OldestCard({ counts }: { counts: HomeCountsQuery }) {
  const may = useMay()
  if (!oldestLists.some(({ permission }) => may(permission))) return null
  return (
    <Card title="Oldest waiting">
      <QueryResult query={counts} loading="Looking for the oldest…" failed="The oldest could not be found">
        {({ oldest }) => (
          <CountedLinks
            links={oldest.map(({ since, ...list }) => ({
              label: list.label,
              to: getListAddress(list),
              value: since === null ? 'None' : formatAge(since),
            }))}
          />
        )}
      </QueryResult>
    </Card>
  )
}
