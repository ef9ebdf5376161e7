import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { describeFailure } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import styles from './home-page.module.css'

export interface ListCount {
  label: string
  to: string
  count: { value: number; more: boolean }
}

export type LoadCounts = (signal: AbortSignal) => Promise<ListCount[]>

interface CountCardProps {
  title: string
  /** Names the counts in the cache. */
  of: string
  exercise?: number | undefined
  load: LoadCounts
}

/** Links into filtered lists, each with how many there are. */
export function CountCard({ title, of, exercise, load }: CountCardProps) {
  const counts = useQuery({ queryKey: ['counts', of, exercise], queryFn: ({ signal }) => load(signal) })
  return (
    <Card title={title}>
      {counts.isPending && <Skeleton lines={['line', 'line', 'line']} label={`Counting ${of}…`} />}
      {counts.isError && !counts.data && (
        <Banner tone="error" role="alert" title={`The ${of} could not be counted`}>
          <p>{describeFailure(counts.error)}</p>
          <Button variant="secondary" busy={counts.isFetching} onClick={() => void counts.refetch()}>
            Try again
          </Button>
        </Banner>
      )}
      {counts.data && (
        <ul className={styles.lists}>
          {counts.data.map(({ label, to, count: { value, more } }) => (
            <li key={label}>
              <Link className={styles.list} to={to}>
                <span>{label}</span>
                <span className={styles.count}>
                  {value.toLocaleString('en-NG')}
                  {more && '+'}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
