// The exercise in which the person works: the one of the address, the one in which this tab works already, the one that was
// chosen last on the device, or the current one. Every page of an exercise reads and shows this one.
import { useEffect, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { createStore } from '#kit/browser/store.ts'
import { readStoredJson, writeStoredJson } from '#kit/browser/stored-json.ts'
import type { StaffMe } from '#shared/api/staff/session.ts'
import { useMe } from '../session/staff-session.ts'

type ListedExercise = StaffMe['exercises'][number]

/** The parameter of an address that names the exercise, so that a link shows a colleague the same. */
const parameter = 'exercise'

/** Rises when another one is chosen. */
const choices = createStore(0)

export interface ExerciseChoice {
  /** Null while the person's roles count in no exercise. */
  exercise: ListedExercise | null
  /** The current one, of the public pages. */
  current: ListedExercise | null
  /** Stays chosen in this tab and in those opened later. The address no longer names another one, nor a page of a list. */
  choose: (year: number) => void
}

export function useChosenExercise(): ExerciseChoice {
  const { id, exercises } = useMe()
  const [search, setSearch] = useSearchParams()
  const key = `staff-exercise:${id}`
  const stored = useSyncExternalStore(choices.subscribe, () => readFollowed(key) ?? readStoredJson<number>(key))
  const find = (year: number | null) => exercises.find((one) => one.year === year)
  const current = exercises.find(({ isCurrent }) => isCurrent) ?? exercises[0] ?? null
  const named = find(Number(search.get(parameter)))
  const exercise = named ?? find(stored) ?? current
  const year = exercise?.year
  // Links between pages do not name it, and lead to the same exercise all the same. So does a page that stays open while
  // another one is made current, or chosen in another tab.
  useEffect(() => {
    if (year !== undefined) follow(key, year)
  }, [key, year])
  return {
    exercise,
    current,
    choose(year) {
      follow(key, year)
      writeStoredJson(key, year)
      if (search.has(parameter) || search.has('after'))
        setSearch([...search].filter(([name]) => name !== parameter && name !== 'after'))
    },
  }
}

const readFollowed = (key: string): number | null => Number(sessionStorage.getItem(key)) || null

function follow(key: string, year: number): void {
  if (year === readFollowed(key)) return
  sessionStorage.setItem(key, String(year))
  choices.set(choices.get() + 1)
}

/** Such as "2025, in preparation". */
export function describeExercise({ year, isCurrent, isArchived }: ListedExercise, currentYear?: number): string {
  if (isArchived) return `${year}, archived`
  if (isCurrent) return `${year}, current`
  return currentYear !== undefined && year < currentYear ? `${year}, earlier` : `${year}, in preparation`
}
