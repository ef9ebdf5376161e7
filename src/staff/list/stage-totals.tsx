// Above a list: how many of the exercise are at each stage, as links that filter.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Button } from '#kit/ui/actions/button.tsx'
import { formatCount } from '#shared/format/numbers.ts'
import { type ListWithStages, listsWithStages } from '#shared/lists/home-lists.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { staffCall } from '../http/staff-call.ts'
import { useListAddress } from './list-address.ts'
import styles from './stage-totals.module.css'

interface Props {
  list: ListWithStages
  /** The year. */
  exercise: number | undefined
}

export function StageTotals({ list, exercise }: Props) {
  const { label, columns } = listsWithStages[list]
  const { sort: _order, after: _page, exercise: _year, ...filters } = useListAddress().query
  const { data, isError, refetch } = useQuery({
    queryKey: ['counts', 'stages', list, exercise],
    queryFn: async ({ signal }) => (await staffCall('staffStages', { query: { list, exercise }, signal })).data.stages,
    // Counted once for all that is searched for and filtered meanwhile.
    staleTime: 60_000,
  })
  if (isError && !data)
    return (
      <p className={styles.failed} role="status">
        The totals could not be counted.
        <Button variant="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  const options: Readonly<Record<string, string>> = columns.stage.options
  const all = (data ?? []).reduce((sum, { count }) => sum + count, 0)
  const reached = (data ?? []).filter(({ stage, count }) => count > 0 || filters.stage === stage)
  const isOnlyFilter = Object.keys(filters).length === 1
  return (
    <nav className={styles.totals} aria-label={`${label} by stage`}>
      {data && (
        <ul>
          <Total label="All" count={all} to={staffPaths[list]} isCurrent={Object.keys(filters).length === 0} />
          {reached.map(({ stage, count }) => (
            <Total
              key={stage}
              label={options[stage] ?? stage}
              count={count}
              to={`${staffPaths[list]}?stage=${stage}`}
              isCurrent={isOnlyFilter && filters.stage === stage}
            />
          ))}
        </ul>
      )}
    </nav>
  )
}

interface TotalProps {
  label: string
  count: number
  to: string
  isCurrent: boolean
}

const Total = ({ label, count, to, isCurrent }: TotalProps) => (
  <li>
    <Link className={styles.total} to={to} aria-current={isCurrent || undefined}>
      {label} <strong>{formatCount(count)}</strong>
    </Link>
  </li>
)
