import { useQuery } from '@tanstack/react-query'
import { staffCall } from '#staff/http/staff-call.ts'

/** The key of the venues of one exercise in the cache. */
export const getVenuesKey = (year: number | undefined) => ['venues', year]

export const useVenues = (year: number | undefined) =>
  useQuery({
    queryKey: getVenuesKey(year),
    queryFn: async ({ signal }) => (await staffCall('venues', { params: { year: year ?? 0 }, signal })).data.venues,
    enabled: year !== undefined,
  })
