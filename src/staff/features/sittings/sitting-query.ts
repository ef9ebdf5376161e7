import { staffCall } from '#staff/http/staff-call.ts'

export const getSittingKey = (id: string) => ['sitting', id]

export const sittingQuery = (id: string) => ({
  queryKey: getSittingKey(id),
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await staffCall('sitting', { params: { id }, signal })).data,
})
