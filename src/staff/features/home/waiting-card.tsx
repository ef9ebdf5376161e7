import { Link } from 'react-router'
import { Card } from '#kit/ui/layout/card.tsx'
import type { HomeCounts } from '#shared/api/staff/lists/counts.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { listNames } from '#shared/format/labels.ts'
import { formatCappedCount } from '#shared/format/numbers.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { useAge } from '#staff/list/short-moment.tsx'
import { getListAddress } from './home-counts.ts'
import styles from './waiting-card.module.css'

interface Waiting extends Pick<HomeCounts['counts'][number], 'label' | 'count' | 'since'> {
  to: string
}

/** What waits for the person, the oldest first. What nobody waits for is left out. */
export function WaitingCard({ counts, ...rest }: Pick<HomeCounts, 'counts' | Other>) {
  const waiting = [...counts.map((one) => ({ ...one, to: getListAddress(one) })), ...listOthers(rest)]
    .filter(({ count }) => count.value > 0)
    .sort(compareAge)
  return (
    <Card title="Waiting for you">
      {waiting.length === 0 ? (
        <p className={styles.none}>Nothing waits for you.</p>
      ) : (
        <ul className={styles.list}>
          {waiting.map((one) => (
            <li key={one.label}>
              <Link className={styles.item} to={one.to}>
                <span className={styles.label}>{one.label}</span>{' '}
                {one.since !== null && <Age since={one.since} count={one.count} />}
                <span className={styles.count}>{formatCappedCount(one.count)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const others = {
  settings: { label: 'Changes of the settings for your approval', to: staffPaths.exerciseSettings },
  results: { label: 'Results for your confirmation', to: staffPaths.results },
  interviews: { label: 'Interviews that wait for your score sheet', to: staffPaths.interviews },
  days: { label: 'Closed days of payments for your approval', to: staffPaths.reconciledDays },
} as const
type Other = keyof typeof others

/** What waits on a page that is no list with filters. */
const listOthers = (found: Pick<HomeCounts, Other>): Waiting[] =>
  listNames(others).map((name) => {
    const { count, since } = found[name] ?? { count: 0, since: null }
    return { ...others[name], count: { value: count, more: false }, since }
  })

/** What has no age comes last, in the order in which it was counted. */
const compareAge = (a: Waiting, b: Waiting) => getStart(a) - getStart(b)
const getStart = ({ since }: Waiting) => (since ? Date.parse(since) : Number.POSITIVE_INFINITY)

function Age({ since, count }: { since: string; count: Waiting['count'] }) {
  const age = useAge(since)
  return (
    <>
      <time className={styles.age} dateTime={since} title={formatDateTime(since)}>
        {count.value > 1 && 'the oldest '}
        {age}
      </time>{' '}
    </>
  )
}
