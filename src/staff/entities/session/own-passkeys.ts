import { useQuery, useQueryClient } from '@tanstack/react-query'
import { staffCall } from '#staff/http/staff-call.ts'

const queryKey = ['own-passkeys']

export const useOwnPasskeys = () => useQuery({ queryKey, queryFn: async () => (await staffCall('staffPasskeys')).data })

/** Reads them again. */
export function useRefreshPasskeys(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey })
}
