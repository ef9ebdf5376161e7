// Who has waited longest, as links into the lists that begin with it.

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { describeFailure } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { formatAge } from '#shared/format/age.ts'
import type { Permission } from '#shared/roles/permissions.ts'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from './home-page.module.css'

interface OldestList {
  label: string
  permission: Permission
  to: string
  /** The moment since when the first one waits; null when nobody waits. */
  find: (exercise: number | undefined, signal: AbortSignal) => Promise<string | null>
}

function ofApplications(
  label: string,
  permission: Permission,
  filters: { stage: string; assigned?: string },
): OldestList {
  const query = { ...filters, sort: 'submitted' } as const
  return {
    label,
    permission,
    to: `/applications?${new URLSearchParams(query)}`,
    async find(exercise, signal) {
      const { data } = await staffCall('staffApplications', { query: { ...query, exercise, limit: 1 }, signal })
      return data.rows[0]?.submitted ?? null
    },
  }
}

const unanswered = { state: 'new|open', sort: 'received' } as const

const lists: readonly OldestList[] = [
  ofApplications('Application in your queue', 'application:review', { stage: 'submitted|screening', assigned: 'me' }),
  ofApplications('Application without a review', 'application:note', { stage: 'submitted' }),
  {
    label: 'Complaint without an answer',
    permission: 'complaint:answer',
    to: `/complaints?${new URLSearchParams(unanswered)}`,
    async find(exercise, signal) {
      const { data } = await staffCall('staffComplaints', { query: { ...unanswered, exercise, limit: 1 }, signal })
      return data.rows[0]?.receivedAt ?? null
    },
  },
]

export function OldestCard({ exercise }: { exercise: number | undefined }) {
  const may = useMay()
  const own = lists.filter(({ permission }) => may(permission))
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['counts', 'oldest', exercise],
    queryFn: ({ signal }) =>
      Promise.all(own.map(async ({ label, to, find }) => ({ label, to, since: await find(exercise, signal) }))),
    enabled: own.length > 0,
  })
  if (own.length === 0) return null
  return (
    <Card title="Oldest waiting">
      {isPending && <Skeleton lines={['line', 'line']} label="Looking for the oldest…" />}
      {error && !data && (
        <Banner tone="error" role="alert" title="The oldest could not be found">
          <p>{describeFailure(error)}</p>
          <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Banner>
      )}
      {data && (
        <ul className={styles.lists}>
          {data.map(({ label, to, since }) => (
            <li key={label}>
              <Link className={styles.list} to={to}>
                <span>{label}</span>
                <span className={styles.count}>{since === null ? 'None' : formatAge(since)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
