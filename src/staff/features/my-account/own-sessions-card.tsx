import { useQuery } from '@tanstack/react-query'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { SessionsTable } from '#staff/entities/session/sessions-table.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

export const ownSessionsKey = ['own-sessions']
const title = 'Where you are signed in'

export function OwnSessionsCard() {
  const query = useQuery({
    queryKey: ownSessionsKey,
    queryFn: async () => (await staffCall('ownStaffSessions')).data.sessions,
  })
  const { run, isPending, error } = useStaffAction(
    async (id: string) => {
      await staffCall('endOwnStaffSession', { params: { id } })
      return 'The session has ended.'
    },
    { invalidates: [ownSessionsKey], invalidatesOnError: true },
  )
  return (
    <Card title={title}>
      <FormError>{error}</FormError>
      <QueryResult query={query}>
        {(sessions) => (
          <SessionsTable caption={title} sessions={sessions} isPending={isPending} onEnd={(id) => void run(id)} />
        )}
      </QueryResult>
    </Card>
  )
}
