// Calls of the applicants' API.
import { type Call, createClient } from '#kit/http/client.ts'
import { type CallName, getCall, isRepeatable } from '#shared/api/applicant/calls.ts'
import type { Contracts } from '#shared/api/applicant/contracts.ts'
import { apiBase } from '#shared/api/calls.ts'
import { checkConnection, isOffline, onDisconnect, reportAnswer, reportNoAnswer } from '../offline/connection.ts'
import { endRefusedSession, readToken } from './credentials.ts'
import { takeEarlyRead } from './early-reads.ts'
import { buildHeaders } from './request-headers.ts'
import { setServerTime } from './server-clock.ts'

/** Milliseconds without an answer after which the connection is checked. */
const checkConnectionAfter = 10_000

export const call: Call<Pick<Contracts, CallName>> = createClient({
  base: apiBase,
  getCall,
  begin(name) {
    // Logging in never carries the token of an older session.
    const token = name === 'login' ? null : readToken()
    return {
      headers: buildHeaders(token),
      takeEarlyRead: (url) => takeEarlyRead(url, token),
      onRefusal: (error) => endRefusedSession(token, error),
    }
  },
  connection: {
    watch,
    reportAnswer(date) {
      setServerTime(date)
      reportAnswer()
    },
    reportNoAnswer,
  },
})

let abortLogout = () => {}

function watch(name: CallName, abort: () => void) {
  // A late answer to the logout would remove the cookie for files that the next login brings.
  if (name === 'login') abortLogout()
  if (name === 'logout') abortLogout = abort
  // Only such calls are aborted when the connection is lost. A payment or a login is waited for, however long it takes.
  const canRepeat = isRepeatable(name)
  const timer = setTimeout(() => (isOffline() && canRepeat ? abort() : checkConnection()), checkConnectionAfter)
  const unsubscribe = canRepeat ? onDisconnect(abort) : () => {}
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}
