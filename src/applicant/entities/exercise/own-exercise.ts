import { useSession } from '../session/session.ts'
import { type PublicExercise, useExercise } from './exercise.ts'

/** The exercise of the user who is logged in, which need not be the current one. For guests the current one. */
export function useOwnExercise(): PublicExercise {
  const current = useExercise()
  const { user } = useSession()
  // A user that an earlier version stored has no exercise.
  return { ...current, ...user?.exercise }
}
