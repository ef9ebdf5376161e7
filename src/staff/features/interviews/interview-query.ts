import { staffCall } from '#staff/http/staff-call.ts'

export const interviewsKey = ['interviews']

export const interviewQuery = (id: string) => ({
  queryKey: [...interviewsKey, id],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await staffCall('interview', { params: { id }, signal })).data,
})
