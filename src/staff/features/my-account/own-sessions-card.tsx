import { useQuery, useQueryClient } from '@tanstack/react-query'
import { describeFailure } from '#kit/http/api-error.ts'
import { QueryResult } from '#kit/query/query-result.tsx'
import { useAction } from '#kit/query/use-action.ts'
import { toast } from '#kit/ui/feedback/toast.ts'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { SessionsTable } from '#staff/entities/session/sessions-table.tsx'
import { staffCall } from '#staff/http/staff-call.ts'

export const ownSessionsKey = ['own-sessions']
const title = 'Where you are signed in'

export function OwnSessionsCard() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ownSessionsKey,
    queryFn: async () => (await staffCall('ownStaffSessions')).data.sessions,
  })
  const { run, isPending, error } = useAction(async (id: string) => {
    await staffCall('endOwnStaffSession', { params: { id } })
    toast.success('The session has ended.')
    await client.invalidateQueries({ queryKey: ownSessionsKey })
  })
  return (
    <Card title={title}>
      <FormError>{error ? describeFailure(error) : null}</FormError>
      <QueryResult query={query}>
        {(sessions) => (
          <SessionsTable caption={title} sessions={sessions} isPending={isPending} onEnd={(id) => void run(id)} />
        )}
      </QueryResult>
    </Card>
  )
}
