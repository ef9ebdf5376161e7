// Records refused requests: the one place that decides which refusals are audit events.
//
// Of everybody: what was forbidden (403), what was too often (429), and a file of somebody else. Of the staff who have signed
// in also what is not there or not within their scope (404), and what the state of a thing forbade (409), but not that a
// colleague was faster; and requests to their calls without a session. Mistakes in what was typed (400, 413, 415, 422) are
// none, and a wrong code or passkey has an event of its own.
//
// Each account or network is recorded once an hour for each call, so that recording stays cheap however many requests are
// refused. Of the staff every refusal is recorded: their number is limited.

import type { Db } from '#server/database/connection.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { truncateAddress } from '#server/http/client-network.ts'
import type { Refusal } from '#server/http/refusal.ts'

type RefusalAction = 'request_refused' | 'limit_reached' | 'file_refused'

const staffStatuses = new Set([404, 409])

/** Null for what is not recorded. */
function chooseAction({ error: { status, code, details }, principal }: Refusal): RefusalAction | null {
  if (details.auditAs?.action) return details.auditAs.action
  if (status === 429) return 'limit_reached'
  if (status === 403) return 'request_refused'
  if (principal.audience !== 'staff') return null
  if (code === 'changed_meanwhile') return null
  const isRecorded = principal.staff ? staffStatuses.has(status) : code === 'not_logged_in'
  return isRecorded ? 'request_refused' : null
}

interface RefusalDependencies {
  database: { db: Db }
  clock: () => Date
  log: { warn(detail: object, message: string): void }
}

const hourMs = 60 * 60_000
/** Records of one hour. An attack from more places is seen in the metrics. */
const maxRecords = 10_000

export function createRefusalRecorder({ database: { db }, clock, log }: RefusalDependencies) {
  const recorded = new Set<string>()
  let hour = 0

  function isFirst(key: string): boolean {
    const now = Math.floor(clock().getTime() / hourMs)
    if (now !== hour) recorded.clear()
    hour = now
    if (recorded.has(key) || recorded.size >= maxRecords) return false
    recorded.add(key)
    return true
  }

  /** Does not wait for the database: a refusal must stay cheap while the database is slow. */
  return (refusal: Refusal): void => {
    const { call, error, principal, address } = refusal
    const action = chooseAction(refusal)
    if (!action) return
    const staff = principal.audience === 'staff' ? principal.staff : null
    const accountId = principal.audience === 'applicant' ? principal.accountId : null
    // Does not name a person.
    const network = truncateAddress(address)
    if (!staff && !isFirst(`${accountId ?? network} ${call} ${action}`)) return
    const actor = staff ? 'staff' : accountId ? 'applicant' : 'guest'
    const by = { staffId: staff?.staffId ?? null, staffSessionId: staff?.sessionId ?? null }
    const { code } = error
    db.insert(auditLog)
      .values({ actor, action, accountId, ...by, network, detail: { call, code, ...error.details.auditAs?.detail } })
      .catch(() => log.warn({ call, code, action }, 'a refused request could not be recorded'))
  }
}
