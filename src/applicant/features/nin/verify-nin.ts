// Verifies a NIN, and says why a verification failed.

import { currentSession, rememberUser, saveUser } from '#applicant/entities/session/session.ts'
import { call } from '#applicant/http/call.ts'
import { writeStored } from '#applicant/storage.ts'
import { ApiError } from '#kit/http/api-error.ts'
import { maskNin } from '#shared/format/numbers.ts'
import { messages } from '#shared/messages/web-messages.ts'

/** `mismatch`: the register's record belongs to somebody else, and nothing was saved. */
export interface NinResult {
  kind: 'verified' | 'mismatch'
  message: string
  /** How many more NINs may be looked up today; known after a mismatch. */
  triesLeft?: number | undefined
}

/**
 * Looks the NIN up and compares its record with the account; the applicant has agreed. Stores the record in applyData.
 * @throws ApiError, NetworkError
 */
export async function verifyNin(nin: string): Promise<NinResult> {
  const isSameUser = rememberUser()
  const { tabId, message, triesLeft, data } = await call('verifyNin', { params: { nin }, body: { consent: true } })
  if (tabId === 1) return { kind: 'mismatch', message, triesLeft }
  if (tabId !== 2) throw new ApiError(200, { message })
  if (!isSameUser()) return { kind: 'verified', message }

  writeStored('applyData', { ...data, dateOfBirth: toIsoDate(data.dateOfBirth) })
  const { user } = currentSession()
  if (user) saveUser({ ...user, ninVerify: true, nin: maskNin(nin) })
  return { kind: 'verified', message }
}

/** From dd-MM-yyyy; any other text is returned unchanged. */
const toIsoDate = (date: string) => date.replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$2-$1')

export interface NinFailure {
  message: string
  /** Sentences below the message. */
  details: readonly string[]
  /** The identity service is down; the NIN may be right. */
  isServiceDown: boolean
}

export function describeNinError(error: unknown): NinFailure {
  if (!(error instanceof ApiError)) return { message: messages.nin.failed, details: [], isServiceDown: false }
  const { status, message } = error
  // Here the specification fixes the message, and the server's becomes a detail.
  const details = [message, ...describeTriesLeft(readTriesLeft(error.data))].filter((sentence) => sentence !== '')
  if (status < 300) return { message: messages.nin.unexpected, details, isServiceDown: false }
  if (status === 400) return { message: messages.nin.refused, details, isServiceDown: false }
  const fallback = status === 500 ? messages.nin.serverError : messages.nin.failed
  return { message: message || fallback, details: [], isServiceDown: status === 503 }
}

/** The first sentence says what happened, the others what to do. */
export function describeMismatch({ message: text, triesLeft }: NinResult): NinFailure {
  const end = text.indexOf('. ') + 1 || text.length
  const advice = text.slice(end).trim()
  return {
    message: text.slice(0, end),
    details: [...(advice ? [advice] : []), ...describeTriesLeft(triesLeft)],
    isServiceDown: false,
  }
}

function describeTriesLeft(count: number | undefined): string[] {
  if (count === undefined) return []
  if (count === 0) return ['You have no more checks today. Try again tomorrow.']
  return [`You can check ${count === 1 ? 'one more NIN' : `${count} more NINs`} today.`]
}

function readTriesLeft(data: unknown): number | undefined {
  const { triesLeft } = (typeof data === 'object' && data ? data : {}) as { triesLeft?: unknown }
  return typeof triesLeft === 'number' ? triesLeft : undefined
}
