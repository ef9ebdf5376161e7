import { useQueryClient } from '@tanstack/react-query'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import { type StaffActionOptions, useStaffAction } from '#staff/entities/session/use-staff-action.ts'

/** What is read again when a publication was made or changed. */
export const publicationListKeys = [['publications'], ['counts']]

/**
 * A change of a publication, which shows its newest state; so does a refusal.
 * @param describe the sentence of the toast
 */
export function usePublicationAction<Input extends unknown[] = [], Field extends string = never>(
  id: string,
  change: (...input: Input) => Promise<{ data: PublicationDetails }>,
  {
    describe,
    ...options
  }: Pick<StaffActionOptions<Field>, 'fields' | 'onDone'> & {
    describe?: (newest: PublicationDetails) => string
  } = {},
) {
  const client = useQueryClient()
  const queryKey = ['publication', id]
  return useStaffAction(
    async (...input: Input) => {
      const { data } = await change(...input)
      client.setQueryData(queryKey, data)
      return describe?.(data)
    },
    { ...options, invalidates: [queryKey, ...publicationListKeys], invalidatesOnError: true },
  )
}
