// The token of calls and uploads. The session provides it, so that this folder need not know the session.
import type { ApiError } from '#kit/http/api-error.ts'

interface Credentials {
  readToken(): string | null
  /** The server refused the token that is in use. */
  onExpired(reason: string): void
}

let credentials: Credentials = { readToken: () => null, onExpired: () => {} }

export function provideCredentials(provided: Credentials) {
  credentials = provided
}

export const readToken = (): string | null => credentials.readToken()

/**
 * Ends the session when the refusal says that it has ended, unless a newer one has replaced it.
 * @param token the one that the refused request carried
 */
export function endRefusedSession(token: string | null, { code, message }: ApiError) {
  const isTokenRefused = code === 'session_ended' || code === 'not_logged_in'
  if (token && isTokenRefused && token === credentials.readToken()) credentials.onExpired(message)
}
