import type { Payment } from '#shared/api/payments.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/http.ts'

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
