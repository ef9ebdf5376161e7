// The public facts of the exercise: as first set up while a prerendered page wakes up, then as the server tells them.
import { useEffect, useSyncExternalStore } from 'react'
import { apiBase, callOf } from '#shared/api/calls.ts'
import type { Exercise } from '#shared/api/exercise.ts'
import { firstExercise } from '#shared/reference-data/exercise.ts'
import { call } from '#web/lib/http/http.ts'

/** The payment keys are known only to the server. */
export type PublicFacts = Omit<Exercise, 'payment' | 'posts'> & {
  posts: readonly Readonly<Exercise['posts'][number]>[]
  payment: Exercise['payment'] | null
}

/** Where the advert of the exercise lies. */
export const advertLink = `${apiBase}${callOf('advert').path}`

const first: PublicFacts = { ...firstExercise, payment: null }
let facts = first
let asked = false
const listeners = new Set<() => void>()

/** Asks the server once a visit; a failure leaves the facts as they are, and the next page asks again. */
function ask() {
  if (asked) return
  asked = true
  call('exercise').then(
    ({ data }) => {
      facts = data
      for (const tell of listeners) tell()
    },
    () => {
      asked = false
    },
  )
}

function subscribe(tell: () => void) {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}

export function useExercise(): PublicFacts {
  useEffect(ask, [])
  return useSyncExternalStore(
    subscribe,
    () => facts,
    () => first,
  )
}

/** "Recruitment 2024", the title of slips. */
export const recruitmentTitle = ({ year }: PublicFacts) => `Recruitment ${year}`
