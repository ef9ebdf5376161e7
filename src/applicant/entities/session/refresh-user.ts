import { useEffect, useEffectEvent } from 'react'
import { call } from '#applicant/http/call.ts'
import { onReconnect } from '#applicant/offline/connection.ts'
import { useReadWhenSeen } from '#kit/browser/use-read-when-seen.ts'
import { ApiError } from '#kit/http/api-error.ts'
import type { User } from '#shared/api/applicant/accounts.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { currentSession, saveUser, useSession } from './session.ts'

let lastReadAt = 0

/**
 * Reads the user from the server and saves it in the session and in storage.
 * @throws ApiError, NetworkError
 */
export async function refreshUser(signal?: AbortSignal): Promise<User> {
  const { token, user } = currentSession()
  const { data } = await call('me', { signal })
  const now = currentSession()
  // Somebody else logged in here, or the user logged out, while the reply was on its way.
  if (now.token !== token) return data
  // An RRR was issued or a NIN verified meanwhile: the reply may be older than that.
  if (now.user !== user) return refreshUser(signal)
  saveUser(data)
  lastReadAt = Date.now()
  return data
}

/**
 * Refreshes the user once per session, after each reconnect, and whenever storage has lost the user: the server knows
 * first of a fee paid at a bank, or of an RRR requested on another computer.
 * @param onError receives the message to show; the page keeps working with the stored user
 */
export function useUserRefresh(onError: (message: string) => void) {
  const { token, user } = useSession()
  const isUserMissing = user === null
  const reportError = useEffectEvent(onError)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a user who is missing again has to be read again.
  useEffect(() => {
    if (!token) return
    const controller = new AbortController()
    const unsubscribe = onReconnect(() => refreshUser(controller.signal).catch(() => {}))
    refreshUser(controller.signal).catch((error: unknown) => {
      // The login page says that the session has ended.
      if (controller.signal.aborted || (error instanceof ApiError && error.status === 401)) return
      reportError(error instanceof ApiError ? messages.loading.userFailed : messages.loading.userError)
    })
    return () => {
      unsubscribe()
      controller.abort()
    }
  }, [token, isUserMissing])
}

const getLastReadAt = () => lastReadAt

function refreshIfLoggedIn() {
  if (currentSession().token) void refreshUser().catch(() => {})
}

/** Refreshes the user when the page is seen again: a deadline may have been moved while the app was left open. */
export const useRefreshWhenSeen = () => useReadWhenSeen(getLastReadAt, refreshIfLoggedIn)
