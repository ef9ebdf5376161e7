// The public facts of the exercise: those that the server wrote into the page, then those it answers with.
// Not by React Query: the login page needs them, and its byte budget has no room for it.
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '#applicant/http/call.ts'
import { createStore } from '#kit/browser/store.ts'
import { useReadWhenSeen } from '#kit/browser/use-read-when-seen.ts'
import { getCallUrl } from '#shared/api/applicant/calls.ts'
import type { Exercise } from '#shared/api/applicant/exercise.ts'
import { type ExerciseFacts, noExercise } from '#shared/reference-data/exercise.ts'

/** Only the server knows the payment keys. */
export type PublicExercise = Omit<Exercise, 'payment' | 'posts'> & {
  posts: readonly Readonly<Exercise['posts'][number]>[]
  payment: Exercise['payment'] | null
}

/** The address of the exercise's advert. */
export const advertLink = getCallUrl('advert')

/** The element in which a page carries the facts that it was rendered with. */
export const exerciseElementId = 'exercise'

// Hydration must start from what the page shows. The development server writes no facts.
let prerendered: PublicExercise = { ...noExercise, ...readWrittenExercise(), payment: null }
const exercise = createStore(prerendered)
/** Milliseconds since 1970; null before, and after a failure. */
let requestedAt: number | null = null

/** Null before the first exercise was made. */
function readWrittenExercise(): ExerciseFacts | null {
  const written = globalThis.document?.getElementById(exerciseElementId)?.textContent
  return written ? JSON.parse(written) : null
}

/** What pages are rendered with from now on, where there is no document. */
export function renderWithExercise(facts: ExerciseFacts | null): void {
  prerendered = { ...(facts ?? noExercise), payment: null }
}

/** Reads the exercise once per visit. After a failure the next page tries again, or who needs it. */
export function loadExercise() {
  if (requestedAt !== null) return
  requestedAt = Date.now()
  call('exercise').then(
    // The previous version of the server does not send all of it.
    ({ data }) => exercise.set({ ...prerendered, ...data }),
    () => {
      requestedAt = null
    },
  )
}

const getRequestedAt = () => requestedAt ?? 0

function loadExerciseAgain() {
  requestedAt = null
  loadExercise()
}

/** Reads it again when the page is seen again: it may have been closed, or its deadline moved, while the page was left open. */
export const useExerciseRefresh = () => useReadWhenSeen(getRequestedAt, loadExerciseAgain)

export function useExercise(): PublicExercise {
  useEffect(loadExercise, [])
  return useSyncExternalStore(exercise.subscribe, exercise.get, () => prerendered)
}
