import type { User } from '#shared/api/accounts.ts'
import { call } from '#web/lib/http/http.ts'
import { currentSession, keepUser } from './session.ts'

/**
 * The user as the server knows it now, kept in the session and in storage.
 * @throws ApiError, NetworkError
 */
export async function refreshUser(signal?: AbortSignal): Promise<User> {
  const { token, user } = currentSession()
  const { data } = await call('me', { signal })
  const now = currentSession()
  // Someone else may have logged in here, or out, while the answer was on its way.
  if (now.token !== token) return data
  // An RRR was issued or a NIN verified meanwhile: the answer may be older than that.
  if (now.user !== user) return refreshUser(signal)
  keepUser(data)
  return data
}
