import { useEffect } from 'react'
import { notices } from '#shared/messages/web-messages.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { onLineBack } from '#web/lib/offline/connection.ts'
import { refreshUser } from './account.ts'
import { useSession } from './session.ts'

/**
 * Asks the server who the user is now, once for each session, when the line is back, and whenever nothing is kept of its user: a
 * fee paid at a bank, or an RRR of another computer, is known there first.
 * @param failed is told the sentence to show; the page goes on with what is stored.
 */
export function useFreshUser(failed: (sentence: string) => void) {
  const { token, user } = useSession()
  const isUnknown = user === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: how a failure is told does not call for asking again.
  useEffect(() => {
    if (!token) return
    const stop = new AbortController()
    const forget = onLineBack(() => refreshUser(stop.signal).catch(() => {}))
    refreshUser(stop.signal).catch((error: unknown) => {
      if (stop.signal.aborted || hasEnded(error)) return
      failed(error instanceof ApiError ? notices.loading.userFailed : notices.loading.userError)
    })
    return () => {
      forget()
      stop.abort()
    }
  }, [token, isUnknown])
}

/** The login page tells that already. */
const hasEnded = (error: unknown) => error instanceof ApiError && error.status === 401
