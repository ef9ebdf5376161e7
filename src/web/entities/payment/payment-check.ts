// Asking whether an RRR is paid, and what is said about the answer (specification, section 8).
import { notices } from '#shared/messages/web-messages.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/http.ts'
import { currentSession, keepUser } from '../session/session.ts'

/** What the provider's word for "paid" is passed on as (specification, section 4). */
const paid = '00'

/** @throws ApiError when it is not paid or not known, NetworkError */
export async function verifyPayment(rrr: string, signal?: AbortSignal): Promise<void> {
  const { data } = await call('verifyPayment', { query: { rrr }, signal })
  const said: { status?: string; message?: string } = data ?? {}
  if (said.status !== paid) throw new ApiError(200, said)
  const { user } = currentSession()
  if (user) keepUser({ ...user, paymentstatus: true, paymentStatus: true })
}

export function verificationFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return notices.payment.network
  if (error.status === 400) return notices.payment.notVerified
  return error.message || (error.status < 300 ? notices.payment.failedToVerify : notices.payment.unexpected)
}

/** An answer that is no success and gives no reason; the result page has a sentence of its own for it (section 2). */
export const isUnexplained = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 300 && error.message === ''
