// What waits for the person, and how far the exercise is: read once for the whole page.
import { useQuery } from '@tanstack/react-query'
import { useMe } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'

export function useHomeCounts(exercise: number | undefined) {
  const { permissions } = useMe()
  return useQuery({
    queryKey: ['counts', 'home', exercise],
    queryFn: async ({ signal }) => (await staffCall('staffCounts', { query: { exercise }, signal })).data,
    // Without a role nothing waits for anybody.
    enabled: permissions.length > 0,
  })
}

/** The list as it was counted. */
export const getListAddress = ({ list, query }: { list: string; query: Record<string, string> }) =>
  `/${list}?${new URLSearchParams(query)}`
