import { useQueryClient } from '@tanstack/react-query'
import type { MoneyCaseDetails } from '#shared/api/staff/money-cases.ts'
import { type StaffActionOptions, useStaffAction } from '#staff/entities/session/use-staff-action.ts'

export const getCaseKey = (id: string) => ['case', id]

/** A step of a case, which shows its newest state; so does a refusal. */
export function useCaseAction<Input extends unknown[] = [], Field extends string = never>(
  id: string,
  take: (...input: Input) => Promise<{ data: MoneyCaseDetails; message: string }>,
  options: Pick<StaffActionOptions<Field>, 'fields' | 'toastsErrors' | 'onDone'> = {},
) {
  const client = useQueryClient()
  const queryKey = getCaseKey(id)
  return useStaffAction(
    async (...input: Input) => {
      const { data, message } = await take(...input)
      client.setQueryData(queryKey, data)
      return message
    },
    {
      ...options,
      invalidates: [['case'], ['cases'], ['refunds'], ['reconciliation'], ['settlements'], ['counts']],
      invalidatesOnError: true,
    },
  )
}
