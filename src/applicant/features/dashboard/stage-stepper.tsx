import { Card } from '#kit/ui/layout/card.tsx'
import { Stepper, type StepState } from '#kit/ui/layout/stepper.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'
import { formatShortDay } from '#shared/format/days.ts'
import { getStages } from '#shared/policy/applicant-status.ts'

interface Props {
  user: User
  summary: ApplicationSummary
  isFormComplete: boolean
}

/** The five stages of an application, the current one, and when each was done. */
export function StageStepper({ user, summary: { application, dates }, isFormComplete }: Props) {
  const stages = getStages(user, isFormComplete, { ...dates, submittedAt: application?.submittedAt ?? null })
  const current = stages.findIndex(({ done }) => !done)
  const getState = (done: boolean, index: number): StepState => {
    if (done) return 'done'
    return index === current ? 'current' : 'upcoming'
  }
  return (
    <Card>
      <Stepper
        label="Your way through the recruitment"
        steps={stages.map(({ name, done, doneAt }, index) => ({
          name,
          state: getState(done, index),
          note: doneAt ? formatShortDay(doneAt) : undefined,
        }))}
      />
    </Card>
  )
}
