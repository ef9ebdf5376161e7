import { finishBeforeLogout } from '#web/entities/session/before-logout.ts'
import { closeSession } from '#web/entities/session/session.ts'
import { call } from '#web/lib/http/http.ts'

/** Ends the session here and on the server; without a line it ends here only, and there by its idle limit. */
export async function logout(): Promise<void> {
  await finishBeforeLogout()
  // The token is read before the session closes; the answer changes nothing.
  const ending = call('logout', { keepalive: true }).catch(() => {})
  closeSession()
  await ending
}
