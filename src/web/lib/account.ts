import type { User } from '#shared/contracts/accounts.ts'
import { call } from './http.ts'
import { currentSession, keepUser } from './session.ts'

/**
 * The user as the server knows it now, kept in the session and in storage.
 * @throws ApiError, NetworkError
 */
export async function refreshUser(signal?: AbortSignal): Promise<User> {
  const { token } = currentSession()
  const { data } = await call('me', { signal })
  // Someone else may have logged in here, or out, while the answer was on its way.
  if (currentSession().token === token) keepUser(data)
  return data
}
