import { Card } from '#kit/ui/layout/card.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import type { StaffPersonDetails } from '#shared/api/staff/people.ts'
import { SessionsTable } from '#staff/entities/session/sessions-table.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { usePersonAction } from './use-person-action.ts'

const title = 'Where this person is signed in'

export function PersonSessions({ person: { id, sessions } }: { person: StaffPersonDetails }) {
  const { run, isPending, error } = usePersonAction(id, async (session: string) => {
    await staffCall('endPersonSession', { params: { id, session } })
    return 'The session has ended.'
  })
  return (
    <Card title={title}>
      <FormError>{error}</FormError>
      {sessions.length === 0 ? (
        <p>Nowhere.</p>
      ) : (
        <SessionsTable
          caption={title}
          sessions={sessions}
          isPending={isPending}
          onEnd={(session) => void run(session)}
        />
      )}
    </Card>
  )
}
