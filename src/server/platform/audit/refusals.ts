// Which refused requests are audit events: the one place that decides it.
//
// Of everybody: what was forbidden (403), what was too often (429), and a file of somebody else. Of the staff who have signed
// in also what is not there or not within their scope (404), and what the state of a thing forbade (409), but not that a
// colleague was faster; and requests to their calls without a session, except asking who is signed in, as the login page does.
// Mistakes in what was typed (400, 413, 415, 422) are none, and a wrong password, code or passkey has an event of its own.

import { truncateAddress } from '#server/http/client-network.ts'
import type { Refusal } from '#server/http/refusal.ts'
import type { RefusalLog } from './refusal-log.ts'

type RefusalAction = 'request_refused' | 'limit_reached' | 'file_refused'

const staffStatuses = new Set([404, 409])

/** Null for what is not recorded. */
function chooseAction({ call, error: { status, code, details }, principal }: Refusal): RefusalAction | null {
  if (details.auditAs?.action) return details.auditAs.action
  if (status === 429) return 'limit_reached'
  if (status === 403) return 'request_refused'
  if (principal.audience !== 'staff') return null
  if (code === 'changed_meanwhile') return null
  const isRecorded = principal.staff ? staffStatuses.has(status) : code === 'not_logged_in' && call !== 'staffMe'
  return isRecorded ? 'request_refused' : null
}

export const createRefusalRecorder =
  ({ record }: Pick<RefusalLog, 'record'>) =>
  (refusal: Refusal): void => {
    const { call, error, principal, address } = refusal
    const action = chooseAction(refusal)
    if (!action) return
    const by = principal.audience === 'staff' ? principal.staff : null
    const accountId = principal.audience === 'applicant' ? principal.accountId : null
    const actor = by ? 'staff' : accountId ? 'applicant' : 'guest'
    record({
      actor,
      action,
      accountId,
      by,
      network: truncateAddress(address),
      reason: { call, code: error.code },
      detail: error.details.auditAs?.detail ?? {},
    })
  }
