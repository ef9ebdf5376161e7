import type { ReactNode } from 'react'
import { useServerTime } from '#applicant/http/server-clock.ts'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { describeDeadline } from '#shared/messages/deadline.ts'
import { isPastDeadline } from '#shared/policy/deadline.ts'
import { useOwnExercise } from './own-exercise.ts'

interface Props {
  /** Added once the deadline has passed: what that means on this page. */
  whenPast?: ReactNode
}

/** Until when to submit, or since when it is too late; nothing without a deadline. */
export function DeadlineNotice({ whenPast }: Props) {
  const { deadline } = useOwnExercise()
  const now = useServerTime()
  if (!deadline || !now) return null
  const isPast = isPastDeadline(deadline, now)
  return (
    <Banner tone={isPast ? 'warning' : 'info'} title={describeDeadline(deadline, now)}>
      {isPast && whenPast}
    </Banner>
  )
}
