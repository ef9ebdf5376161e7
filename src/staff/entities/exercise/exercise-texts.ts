// What the chosen exercise says for its prepared replies and complaint categories; as the program says it until that is known.
import { useQuery } from '@tanstack/react-query'
import { defaultExerciseTexts, type ExerciseText, type ExerciseTextKind } from '#shared/staff/exercise-texts.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { useChosenExercise } from './chosen-exercise.ts'

/** The key of the texts of one exercise in the cache. */
export const getTextsKey = (year: number | undefined) => ['exercise-texts', year]

const staleMs = 60_000

export const useExerciseTexts = (year: number | undefined) =>
  useQuery({
    queryKey: getTextsKey(year),
    queryFn: async ({ signal }) =>
      (await staffCall('exerciseTexts', { params: { year: year ?? 0 }, signal })).data.texts,
    enabled: year !== undefined,
    staleTime: staleMs,
  })

/** In the order of the screens. */
export function useTextsOf(kind: ExerciseTextKind): readonly ExerciseText[] {
  const { data = defaultExerciseTexts } = useExerciseTexts(useChosenExercise().exercise?.year)
  return data.filter((text) => text.kind === kind)
}

/** The names of complaint categories by code. */
export const useCategoryLabels = (): Readonly<Record<string, string>> =>
  Object.fromEntries(useTextsOf('category').map(({ code, title }) => [code, title]))
