import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDateTime } from '#shared/format/dates.ts'
import { useAction } from '#web/lib/actions/use-action.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { FormError } from '#web/ui/layout/form-stack.tsx'
import { PlainTable } from '#web/ui/layout/plain-table.tsx'
import { describeFailure, staffCall } from '../../lib/staff-call.ts'
import { LoadedCard } from './loaded-card.tsx'

const queryKey = ['own-sessions']

export function OwnSessionsCard() {
  const client = useQueryClient()
  const query = useQuery({ queryKey, queryFn: async () => (await staffCall('ownStaffSessions')).data.sessions })
  const { run, isPending, error } = useAction(async (id: string) => {
    await staffCall('endOwnStaffSession', { params: { id } })
    toast.success('The session has ended.')
    await client.invalidateQueries({ queryKey })
  })
  return (
    <LoadedCard title="Where you are signed in" query={query}>
      {(sessions) => (
        <>
          <FormError>{error ? describeFailure(error) : null}</FormError>
          <PlainTable
            caption="Where you are signed in"
            headings={['Device', 'Network', 'Since', 'Last seen', 'Action']}
            rows={sessions.map(({ id, device, network, startedAt, lastSeenAt, isThis }) => ({
              key: id,
              cells: [
                device || 'Unknown',
                network ?? 'Unknown',
                formatDateTime(startedAt),
                formatDateTime(lastSeenAt),
                isThis ? (
                  'This session'
                ) : (
                  <Button
                    key="end"
                    variant="quiet"
                    busy={isPending}
                    aria-label={`End the session since ${formatDateTime(startedAt)}`}
                    onClick={() => void run(id)}
                  >
                    End
                  </Button>
                ),
              ],
            }))}
          />
        </>
      )}
    </LoadedCard>
  )
}
