import type { StaffPersonDetails } from '#shared/api/staff/people.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { FormError } from '#web/ui/layout/form-stack.tsx'
import { PlainTable } from '#web/ui/layout/plain-table.tsx'
import { describeFailure, staffCall } from '../../lib/staff-call.ts'
import { usePersonAction } from './use-person-action.ts'

export function PersonSessions({ person: { id, sessions } }: { person: StaffPersonDetails }) {
  const { run, isPending, error } = usePersonAction(id, async (session: string) => {
    await staffCall('endPersonSession', { params: { id, session } })
    toast.success('The session has ended.')
  })
  return (
    <Card title="Where this person is signed in">
      <FormError>{error ? describeFailure(error) : null}</FormError>
      {sessions.length === 0 ? (
        <p>Nowhere.</p>
      ) : (
        <PlainTable
          caption="Where this person is signed in"
          headings={['Device', 'Network', 'Since', 'Last seen', 'Action']}
          rows={sessions.map(({ id: session, device, network, startedAt, lastSeenAt }) => ({
            key: session,
            cells: [
              device || 'Unknown',
              network ?? 'Unknown',
              formatDateTime(startedAt),
              formatDateTime(lastSeenAt),
              <Button
                key="end"
                variant="quiet"
                busy={isPending}
                aria-label={`End the session since ${formatDateTime(startedAt)}`}
                onClick={() => void run(session)}
              >
                End
              </Button>,
            ],
          }))}
        />
      )}
    </Card>
  )
}
