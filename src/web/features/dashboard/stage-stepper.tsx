import { useEffect, useState } from 'react'
import type { User } from '#shared/api/accounts.ts'
import { getStages } from '#shared/policy/applicant-status.ts'
import { readStored } from '#web/lib/browser/storage.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { Stepper, type StepState } from '#web/ui/layout/stepper.tsx'

/** The five stages of an application, and the current one. */
export function StageStepper({ user, submitted }: { user: User; submitted: boolean }) {
  const complete = useIsFormComplete(user.userId)
  const stages = getStages(user, { complete, submitted })
  const current = stages.findIndex(({ done }) => !done)
  const getState = (done: boolean, index: number): StepState => {
    if (done) return 'done'
    return index === current ? 'current' : 'upcoming'
  }
  return (
    <Card>
      <Stepper
        label="Your way through the recruitment"
        steps={stages.map(({ name, done }, index) => ({ name, state: getState(done, index) }))}
      />
    </Card>
  )
}

/** Whether the draft on this device could be submitted. False until that is known, and without a draft of this user. */
function useIsFormComplete(userId: string): boolean {
  const [isComplete, setComplete] = useState(false)
  useEffect(() => {
    const draft = readStored('formData')
    if (draft?.userId !== userId) return setComplete(false)
    let isMounted = true
    import('./draft-validity.ts').then(
      ({ isDraftValid }) => isMounted && setComplete(isDraftValid(draft)),
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [userId])
  return isComplete
}
