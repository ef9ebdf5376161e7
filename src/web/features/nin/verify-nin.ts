import { maskedNin } from '#shared/format/numbers.ts'
import { currentSession, keepUser } from '#web/entities/session/session.ts'
import { store } from '#web/lib/browser/storage.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/http.ts'
import { isoDay } from './iso-day.ts'

/** `verified`: the register's record is the account's; `differs`: it is somebody else's, and nothing was kept. */
export interface NinOutcome {
  kind: 'verified' | 'differs'
  message: string
}

/**
 * Has the NIN looked up and compared, the applicant having agreed; keeps what the register says in applyData.
 * @throws ApiError, NetworkError
 */
export async function verifyNin(nin: string): Promise<NinOutcome> {
  const { tabId, message, data } = await call('verifyNin', { params: { nin }, body: { consent: true } })
  if (tabId === 1) return { kind: 'differs', message }
  if (tabId !== 2) throw new ApiError(200, { message })

  store('applyData', { ...data, dateOfBirth: isoDay(data.dateOfBirth) })
  const { user } = currentSession()
  if (user) keepUser({ ...user, ninVerify: true, nin: maskedNin(nin) })
  return { kind: 'verified', message }
}
