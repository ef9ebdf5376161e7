import { call } from '#applicant/http/call.ts'
import { ApiError } from '#kit/http/api-error.ts'
import type { Payment } from '#shared/api/applicant/payments.ts'

/**
 * The paid payment, or else the newest one.
 * @returns null when there is none
 * @throws ApiError, NetworkError
 */
export async function readOwnPayment(signal?: AbortSignal): Promise<Payment | null> {
  try {
    const { data } = await call('myPayment', { signal })
    return data
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
