// The posts of exercises, for filters and scopes. Administrators change them while the portal runs.
import { useQueries } from '@tanstack/react-query'
import type { Reply } from '#shared/api/contract.ts'
import type { StaffContracts } from '#shared/api/staff/contracts.ts'
import { staffCall } from '#staff/http/staff-call.ts'

type ExercisePost = Reply<StaffContracts['staffPosts']>['data']['posts'][number]

/** The key of the posts of one exercise in the cache. */
export const getPostsKey = (year: number) => ['posts', year]

const staleMs = 60_000

/** The posts of these years, each once; null until all are known. */
export function useExercisePosts(years: readonly number[]): readonly ExercisePost[] | null {
  return useQueries({
    queries: years.map((year) => ({
      queryKey: getPostsKey(year),
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await staffCall('staffPosts', { params: { year: String(year) }, signal })).data.posts,
      staleTime: staleMs,
    })),
    combine: (results) => (results.every(({ data }) => data) ? results.flatMap(({ data = [] }) => data) : null),
  })
}

/** Each value once, as its own label; an absent department is none. */
export const toOptions = (values: readonly (string | null)[]): Readonly<Record<string, string>> =>
  Object.fromEntries([...new Set(values)].flatMap((value) => (value === null ? [] : [[value, value] as const])))

/**
 * The choices of a list's filters by post. None while they are not known, or could not be loaded: then the filters are
 * typed.
 */
export function usePostOptions(year: number | undefined): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const posts = useExercisePosts(year === undefined ? [] : [year])
  if (!posts || year === undefined) return {}
  return {
    school: toOptions(posts.map(({ school }) => school)),
    department: toOptions(posts.map(({ department }) => department)),
    role: toOptions(posts.map(({ role }) => role)),
  }
}
