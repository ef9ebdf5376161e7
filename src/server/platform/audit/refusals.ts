// Records refused requests. Each account or network is recorded once an hour for each call, so that recording stays cheap
// however many requests are refused. Of the staff every refusal is recorded: their number is limited.

import type { Db } from '#server/database/connection.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import type { CallName } from '#shared/api/applicant/calls.ts'
import type { StaffCallName } from '#shared/api/staff/calls.ts'
import type { ErrorCode } from '#shared/messages/errors.ts'
import type { StaffErrorCode } from '#shared/messages/staff-errors.ts'

export interface RefusedRequest {
  call: CallName | StaffCallName
  code: ErrorCode | StaffErrorCode
  action: 'request_refused' | 'limit_reached' | 'file_refused'
  accountId: string | null
  staff?: { staffId: string; sessionId: string } | undefined
  /** Truncated, so that it does not name a person. */
  network: string
  detail?: Record<string, string> | undefined
}

interface RefusalDependencies {
  database: { db: Db }
  clock: () => Date
  log: { warn(detail: object, message: string): void }
}

const hourMs = 60 * 60_000
/** Records of one hour. An attack from more places is seen in the metrics. */
const maxRecords = 10_000

export function createRefusalLog({ database: { db }, clock, log }: RefusalDependencies) {
  const recorded = new Set<string>()
  let hour = 0

  function isFirst({ accountId, network, call, action }: RefusedRequest): boolean {
    const now = Math.floor(clock().getTime() / hourMs)
    if (now !== hour) recorded.clear()
    hour = now
    const key = `${accountId ?? network} ${call} ${action}`
    if (recorded.has(key) || recorded.size >= maxRecords) return false
    recorded.add(key)
    return true
  }

  /** Does not wait for the database: a refusal must stay cheap while the database is slow. */
  return (refusal: RefusedRequest): void => {
    const { call, code, action, accountId, staff, network, detail } = refusal
    if (!staff && !isFirst(refusal)) return
    const actor = staff ? 'staff' : accountId ? 'applicant' : 'guest'
    const by = { staffId: staff?.staffId ?? null, staffSessionId: staff?.sessionId ?? null }
    db.insert(auditLog)
      .values({ actor, action, accountId, ...by, network, detail: { call, code, ...detail } })
      .catch(() => log.warn({ call, code, action }, 'a refused request could not be recorded'))
  }
}
