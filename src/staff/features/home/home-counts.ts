// What waits for the person: read once for all cards.
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

export type HomeCountsQuery = ReturnType<typeof useHomeCounts>

/** The list as it was counted. */
export const getListAddress = ({ list, query }: { list: string; query: Record<string, string> }) =>
  `/${list}?${new URLSearchParams(query)}`
