import type { ListedSitting } from '#shared/lists/sittings.ts'
import { staffCall } from '#staff/http/staff-call.ts'

export const getSittingKey = (id: string) => ['sitting', id]

export const sittingQuery = (id: string) => ({
  queryKey: getSittingKey(id),
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await staffCall('sitting', { params: { id }, signal })).data,
})

/** More than any exercise has had. */
const maxListedSittings = 2_000

/** All of them, from every page of the list. */
export async function listSittings(
  filter: Readonly<Record<string, string | number | undefined>>,
  signal: AbortSignal,
): Promise<ListedSitting[]> {
  const rows: ListedSitting[] = []
  let after: string | undefined
  do {
    const query: Record<string, string | number | undefined> = { limit: 100, ...filter, after }
    const { data } = await staffCall('staffSittings', { query, signal })
    rows.push(...data.rows)
    after = data.next ?? undefined
  } while (after && rows.length < maxListedSittings)
  return rows
}
