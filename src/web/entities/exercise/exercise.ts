// The public facts of the exercise: those of the first set-up while a prerendered page is hydrated, then the server's.
// Not by React Query: the login page needs them, and its byte budget has no room for it.
import { useEffect, useSyncExternalStore } from 'react'
import { getCallUrl } from '#shared/api/calls.ts'
import type { Exercise } from '#shared/api/exercise.ts'
import { initialExercise } from '#shared/reference-data/exercise.ts'
import { createStore } from '#web/lib/browser/store.ts'
import { call } from '#web/lib/http/http.ts'

/** Only the server knows the payment keys. */
export type PublicExercise = Omit<Exercise, 'payment' | 'posts'> & {
  posts: readonly Readonly<Exercise['posts'][number]>[]
  payment: Exercise['payment'] | null
}

/** The address of the exercise's advert. */
export const advertLink = getCallUrl('advert')

const prerendered: PublicExercise = { ...initialExercise, payment: null }
const exercise = createStore(prerendered)
let isRequested = false

/** Reads the exercise once per visit. After a failure the next page tries again. */
function loadExercise() {
  if (isRequested) return
  isRequested = true
  call('exercise').then(
    ({ data }) => exercise.set(data),
    () => {
      isRequested = false
    },
  )
}

export function useExercise(): PublicExercise {
  useEffect(loadExercise, [])
  return useSyncExternalStore(exercise.subscribe, exercise.get, () => prerendered)
}
