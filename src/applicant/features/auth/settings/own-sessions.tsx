// Where the user is logged in, so that a session left open on a shared computer can be ended from elsewhere.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#applicant/http/call.ts'
import { serverMessage } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { Card } from '#kit/ui/layout/card.tsx'
import { VisuallyHidden } from '#kit/ui/layout/visually-hidden.tsx'
import { formatDateTime } from '#shared/format/dates.ts'
import { messages } from '#shared/messages/web-messages.ts'
import styles from './own-sessions.module.css'

const queryKey = ['sessions']
const getErrorMessage = (error: unknown) => serverMessage(error) || messages.login.noAnswer

/** Of those used last; the others come on demand. */
const firstCount = 5

export function OwnSessions() {
  const [isComplete, setComplete] = useState(false)
  const client = useQueryClient()
  const own = useQuery({ queryKey, queryFn: ({ signal }) => call('sessions', { signal }) })
  /** The session that is being ended; undefined for all other ones. */
  const [endingId, setEndingId] = useState<string>()
  const end = useAction(
    async (id?: string) => {
      setEndingId(id)
      try {
        const { message } = await call('endSessions', { query: { id } })
        toast.success(message)
      } finally {
        await client.invalidateQueries({ queryKey })
      }
    },
    { onError: (error) => toast.error(getErrorMessage(error)) },
  )
  const sessions = own.data?.data ?? []
  const listed = isComplete ? sessions : sessions.slice(0, firstCount)
  const others = sessions.filter(({ current }) => !current)

  return (
    <Card title="Where you are logged in">
      {own.isPending && <Skeleton lines={['line', 'line']} />}
      {own.isError && (
        <Banner tone="error" title={getErrorMessage(own.error)}>
          <Button variant="secondary" busy={own.isFetching} onClick={() => own.refetch()}>
            Try again
          </Button>
        </Banner>
      )}
      {listed.length > 0 && (
        <ul className={styles.list}>
          {listed.map(({ id, device, current, startedAt, lastSeenAt }) => (
            <li key={id} className={styles.session}>
              <div>
                <p className={styles.device}>{device}</p>
                <p className={styles.times}>{`Since ${formatDateTime(startedAt)}.`}</p>
                <p className={styles.times}>{current ? 'This browser.' : `Last used ${formatDateTime(lastSeenAt)}.`}</p>
              </div>
              {!current && (
                <Button
                  variant="secondary"
                  busy={end.isPending && endingId === id}
                  disabled={end.isPending && endingId !== id}
                  onClick={() => end.run(id)}
                >
                  Log out <VisuallyHidden>{`${device}, since ${formatDateTime(startedAt)}`}</VisuallyHidden>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isComplete && sessions.length > firstCount && (
        <Button variant="quiet" onClick={() => setComplete(true)}>
          {`Show all ${sessions.length}`}
        </Button>
      )}
      {others.length > 1 && (
        <Button
          variant="secondary"
          busy={end.isPending && endingId === undefined}
          disabled={end.isPending && endingId !== undefined}
          onClick={() => end.run()}
        >
          Log out everywhere else
        </Button>
      )}
      {own.isSuccess && others.length === 0 && <p className={styles.times}>You are not logged in anywhere else.</p>}
    </Card>
  )
}
