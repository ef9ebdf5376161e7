import type { Payment } from '#shared/api/payments.ts'
import { longDateTime } from '#shared/format/dates.ts'

/** When the provider is asked next about a payment, in words. */
export function nextCheckWords({ nextCheckAt }: Pick<Payment, 'nextCheckAt'>, now: Date): string {
  // The watch ends after weeks; the RRR stays payable.
  if (!nextCheckAt) return 'When you press Check now'
  return new Date(nextCheckAt) <= now ? 'In a few minutes' : longDateTime(nextCheckAt)
}
