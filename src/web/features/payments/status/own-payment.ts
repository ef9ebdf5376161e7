import { queryOptions } from '@tanstack/react-query'
import { readOwnPayment } from './read-own-payment.ts'

/** The paid payment, or else the newest one; null when there is none. */
export const ownPaymentQuery = queryOptions({
  queryKey: ['payment'],
  queryFn: ({ signal }) => readOwnPayment(signal),
})
