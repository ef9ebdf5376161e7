import type { User } from '#shared/api/accounts.ts'
import { stages } from '#shared/policy/applicant-status.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { Stepper, type StepState } from '#web/ui/layout/stepper.tsx'
import { useFormComplete } from './form-complete.ts'

/** The five stages: what is done, and where the applicant stands. */
export function StageLine({ user, submitted }: { user: User; submitted: boolean }) {
  const complete = useFormComplete(user.userId)
  const line = stages(user, { complete, submitted })
  const now = line.findIndex(({ done }) => !done)
  const stateOf = (done: boolean, at: number): StepState => {
    if (done) return 'done'
    return at === now ? 'current' : 'ahead'
  }
  return (
    <Card>
      <Stepper
        label="Your way through the recruitment"
        steps={line.map(({ name, done }, at) => ({ name, state: stateOf(done, at) }))}
      />
    </Card>
  )
}
