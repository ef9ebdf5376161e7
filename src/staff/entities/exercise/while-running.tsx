import type { ReactNode } from 'react'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { staffErrors } from '#shared/messages/staff-errors.ts'
import { useChosenExercise } from './chosen-exercise.ts'

/** A form that adds to the chosen exercise. Once that is archived it says so in its place: nothing would be taken. */
export function WhileRunning({ children }: { children: ReactNode }) {
  const { exercise } = useChosenExercise()
  return exercise?.isArchived ? <Banner tone="info">{staffErrors.exercise_archived.message}</Banner> : children
}
