// Asks the server whether an RRR is paid.

import { call } from '#applicant/http/call.ts'
import { ApiError } from '#kit/http/api-error.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { currentSession, rememberUser, saveUser } from '../session/session.ts'

/** The provider's status code for "paid", which the server passes on. */
const paid = '00'

/** @throws ApiError when the RRR is not paid or not known, NetworkError */
export async function verifyPayment(rrr: string, signal?: AbortSignal): Promise<void> {
  const isSameUser = rememberUser()
  const { data } = await call('verifyPayment', { query: { rrr }, signal })
  const result: { status?: string; message?: string } = data ?? {}
  if (result.status !== paid) throw new ApiError(200, result)
  const { user } = currentSession()
  if (user && isSameUser()) saveUser({ ...user, paymentstatus: true, paymentStatus: true })
}

/** What to show when `verifyPayment` throws. */
export function getVerificationMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return messages.payment.network
  // A mistyped number says nothing about the payment.
  if (error.status === 400 && error.code !== 'invalid_request') return messages.payment.notVerified
  return error.message || (error.status < 300 ? messages.payment.failedToVerify : messages.payment.unexpected)
}

/** No success, and no reason given: the result page has its own message for this (section 2). */
export const isUnexplained = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 300 && error.message === ''
