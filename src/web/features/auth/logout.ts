import { finishBeforeLogout } from '#web/lib/before-logout.ts'
import { call } from '#web/lib/http.ts'
import { closeSession } from '#web/lib/session.ts'

/** Ends the session here and on the server; without a line it ends here only, and there by its idle limit. */
export async function logout(): Promise<void> {
  await finishBeforeLogout()
  // The token is read before the session closes; the answer changes nothing.
  const ending = call('logout', { keepalive: true }).catch(() => {})
  closeSession()
  await ending
}
