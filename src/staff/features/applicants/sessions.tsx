import { useQueryClient } from '@tanstack/react-query'
import { describeFailure } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { Card } from '#kit/ui/layout/card.tsx'
import { PlainTable } from '#kit/ui/layout/plain-table.tsx'
import type { ApplicantDetails } from '#shared/api/staff/applicants.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'

interface Props {
  userId: string
  sessions: ApplicantDetails['sessions']
}

export function Sessions({ userId, sessions }: Props) {
  const may = useMay()
  return (
    <Card title="Where the applicant is logged in">
      {sessions.length === 0 ? (
        <p>Nowhere.</p>
      ) : (
        <PlainTable
          caption="Where the applicant is logged in"
          headings={['Device', 'Since', 'Last seen', ...(may('account:recover') ? ['Action'] : [])]}
          rows={sessions.map(({ id, device, startedAt, lastSeenAt }) => ({
            key: id,
            cells: [
              device,
              formatDateTime(startedAt),
              formatDateTime(lastSeenAt),
              ...(may('account:recover') ? [<EndSession key="end" userId={userId} id={id} device={device} />] : []),
            ],
          }))}
        />
      )}
    </Card>
  )
}

function EndSession({ userId, id, device }: { userId: string; id: string; device: string }) {
  const client = useQueryClient()
  const { run, isPending } = useAction(
    async () => {
      await staffCall('endApplicantSession', { params: { userId, id } })
      toast.success('The session has ended.')
      await client.invalidateQueries({ queryKey: ['applicant', userId] })
    },
    { onError: (error) => toast.error(`The session has not ended. ${describeFailure(error)}`) },
  )
  return (
    <Button variant="quiet" busy={isPending} aria-label={`End the session on ${device}`} onClick={() => void run()}>
      End
    </Button>
  )
}
