// Where one is logged in: on shared computers the one thing that an applicant may want to end from elsewhere.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { longDateTime } from '#shared/format/dates.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { serverWords } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/http.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './own-sessions.module.css'

const queryKey = ['sessions']
const wordsOf = (error: unknown) => serverWords(error) || notices.login.noAnswer

export function OwnSessions() {
  const client = useQueryClient()
  const own = useQuery({ queryKey, queryFn: ({ signal }) => call('sessions', { signal }) })
  const ending = useMutation({
    mutationFn: (id: string | undefined) => call('endSessions', { query: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(wordsOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  const sessions = own.data?.data ?? []
  const others = sessions.filter(({ current }) => !current)

  return (
    <Card title="Where you are logged in">
      {own.isPending && <Skeleton bones={['line', 'line']} />}
      {own.isError && (
        <Banner tone="error" role="alert" title={wordsOf(own.error)}>
          <Button look="secondary" busy={own.isFetching} onClick={() => own.refetch()}>
            Try again
          </Button>
        </Banner>
      )}
      <ul className={styles.list}>
        {sessions.map(({ id, device, current, startedAt, lastSeenAt }) => (
          <li key={id} className={styles.session}>
            <div>
              <p className={styles.device}>{device}</p>
              <p className={styles.times}>
                Since {longDateTime(startedAt)}. {current ? 'This browser.' : `Last used ${longDateTime(lastSeenAt)}.`}
              </p>
            </div>
            {!current && (
              <Button
                look="secondary"
                busy={ending.isPending && ending.variables === id}
                disabled={ending.isPending}
                onClick={() => ending.mutate(id)}
              >
                Log out <VisuallyHidden>{`${device}, since ${longDateTime(startedAt)}`}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Button
          look="secondary"
          busy={ending.isPending && ending.variables === undefined}
          disabled={ending.isPending}
          onClick={() => ending.mutate(undefined)}
        >
          Log out everywhere else
        </Button>
      )}
      {own.isSuccess && others.length === 0 && (
        <p className={styles.times}>
          Nowhere else. If you used a computer of somebody else’s, you are logged out there.
        </p>
      )}
    </Card>
  )
}
