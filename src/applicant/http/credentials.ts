// The token of calls and uploads. The session provides it, so that this folder need not know the session.

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

/** Ends the session, unless a newer one has replaced the refused token. */
export function expireToken(token: string, reason: string) {
  if (token === credentials.readToken()) credentials.onExpired(reason)
}
