import { describeFailure } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { Card } from '#kit/ui/layout/card.tsx'
import type { ApplicantDetails } from '#shared/api/staff/applicants.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'

interface Props {
  userId: string
  sessions: ApplicantDetails['sessions']
}

export function Sessions({ userId, sessions }: Props) {
  const may = useMay()
  if (sessions.length === 0) return null
  return (
    <Card title="Where the applicant is logged in">
      <RowTable
        caption="Where the applicant is logged in"
        headings={['Device', 'Since', 'Last seen', ...(may('account:recover') ? ['Action'] : [])]}
        phone={{ end: 'Action', named: ['Since', 'Last seen'] }}
        rows={sessions.map(({ id, device, startedAt, lastSeenAt }) => ({
          key: id,
          cells: [
            device,
            <ShortMoment key="since" moment={startedAt} />,
            <ShortMoment key="seen" moment={lastSeenAt} />,
            ...(may('account:recover') ? [<EndSession key="end" userId={userId} id={id} device={device} />] : []),
          ],
        }))}
      />
    </Card>
  )
}

function EndSession({ userId, id, device }: { userId: string; id: string; device: string }) {
  const { run, isPending } = useStaffAction(
    async () => {
      await staffCall('endApplicantSession', { params: { userId, id } })
      return 'The session has ended.'
    },
    {
      invalidates: [['applicant', userId]],
      invalidatesOnError: true,
      onError: (error) => toast.error(`The session has not ended. ${describeFailure(error)}`),
    },
  )
  return (
    <Button variant="quiet" busy={isPending} aria-label={`End the session on ${device}`} onClick={() => void run()}>
      End
    </Button>
  )
}
