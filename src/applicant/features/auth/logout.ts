import { runBeforeLogout } from '#applicant/entities/session/before-logout.ts'
import { closeSession } from '#applicant/entities/session/session.ts'
import { call } from '#applicant/http/call.ts'

/** Ends the session here and on the server. Offline it ends here only; the server's idle limit ends it there. */
export async function logout(): Promise<void> {
  await runBeforeLogout()
  // The call reads the token before the session is closed. Nobody waits for its result, which changes nothing.
  void call('logout', { keepalive: true }).catch(() => {})
  closeSession()
}
