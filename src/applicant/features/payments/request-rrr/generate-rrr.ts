import { rememberUser, writeStoredRrr } from '#applicant/entities/session/session.ts'
import { call } from '#applicant/http/call.ts'
import { ApiError } from '#kit/http/api-error.ts'
import { messages } from '#shared/messages/web-messages.ts'

/** `generate` returns the open RRR if there is one; `regenerate` always issues a new one. */
export type RrrOptions = 'generate' | 'regenerate'

/**
 * Requests an RRR and saves it in the session.
 * @param amount fee plus charge, naira
 * @throws ApiError, NetworkError
 */
export async function sendRrrRequest(amount: number, request: RrrOptions): Promise<void> {
  const body = request === 'generate' ? { amount } : { amount, regenerate: true }
  const isSameUser = rememberUser()
  const { data } = await call('generateRrr', { body })
  if (isSameUser()) writeStoredRrr(data.RRR)
}

/** What to show when `generateRrr` throws: "Payment failed" if the answer has no reason. */
export function getGenerationMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const hasReason = message !== '' && !(error instanceof ApiError && error.status < 300)
  return hasReason ? messages.payment.error(message) : messages.payment.failed
}

/** Whether the page shows a fee that is paid, or is another one by now. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'already_paid' || error.code === 'amount_differs')
