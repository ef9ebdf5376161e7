// The applications that somebody chose, frozen on the server before something is done with exactly these.

import { skipToken, useQuery } from '@tanstack/react-query'
import { describeFailure } from '#kit/http/api-error.ts'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import type { SelectionFilter } from '#shared/api/staff/lists/selections.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { staffCall } from '#staff/http/staff-call.ts'

/** How many applications the page said were chosen; with `more`, at least as many. */
export interface ExpectedCount {
  value: number
  more: boolean
}

/** The list may change while somebody decides: what is done concerns exactly these, after a new sign-in as well. */
export const useFrozenSelection = (filter: SelectionFilter) =>
  useQuery({
    queryKey: ['selection', filter],
    queryFn: async () => (await staffCall('createSelection', { body: { of: 'applications', filter } })).data,
    staleTime: 'static',
    gcTime: 0,
  })

/** In the place of what needs the selection, until it is there. */
export const SelectionPending = ({ error }: { error: unknown }) =>
  error ? (
    <Banner tone="error">{describeFailure(error)}</Banner>
  ) : (
    <Skeleton lines={['line', 'block']} label="Counting the applications…" />
  )

/** A selection that was made before, on this page or another one. */
export const useOwnSelection = (id: string | undefined) =>
  useQuery({
    queryKey: ['selection', id],
    queryFn: id
      ? async ({ signal }) => (await staffCall('staffSelection', { params: { id }, signal })).data
      : skipToken,
  })

/** Says when fewer or more applications were frozen than the page had said. */
export function CountNotice({ count, expected }: { count: number; expected: ExpectedCount | undefined }) {
  const isAsExpected = !expected || (expected.more ? count >= expected.value : count === expected.value)
  if (isAsExpected) return null
  return (
    <Banner tone="warning" role="status" title="The list has changed meanwhile">
      <p>
        {formatCounted(expected.value, 'was', 'were')} chosen. {formatCounted(count, 'matches', 'match')} now: only{' '}
        {count === 1 ? 'this one is' : 'these are'} concerned.
      </p>
    </Banner>
  )
}
