// Asking whether an RRR is paid, and what is said about the answer (specification, section 8).
import { notices } from '#shared/words/notices.ts'
import { ApiError } from './api-error.ts'
import { call } from './http.ts'
import { currentSession, keepUser } from './session.ts'

/** @throws ApiError when it is not paid or not known, NetworkError */
export async function verifyPayment(rrr: string, signal?: AbortSignal): Promise<void> {
  await call('verifyPayment', { query: { rrr }, signal })
  const { user } = currentSession()
  if (user) keepUser({ ...user, paymentstatus: true, paymentStatus: true })
}

export function verificationFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return notices.payment.network
  if (error.status === 400) return notices.payment.notVerified
  return error.message || (error.status < 300 ? notices.payment.failedToVerify : notices.payment.unexpected)
}
