// Audit events of what was refused: few, however many requests are refused, so that nobody can fill the audit log or hide in it.
//
// The first refusal of a network, applicant or staff member for a reason is recorded at once, and with the end of the hour how
// many there were, if there were more. All servers together record no more than the budget; beyond it refusals are only counted,
// in one event an hour of each server.

import type { Db } from '#server/database/connection.ts'
import type { AuditAction } from '#shared/staff/labels/audit-actions.ts'
import { type AuditEvent, audit } from './audit.ts'
import { getRequestNetwork } from './request-network.ts'

export interface RefusedAttempt {
  actor: 'applicant' | 'staff' | 'guest'
  action: AuditAction
  accountId?: string | null
  /** Who of the staff it was, in which session. */
  by?: { staffId: string; sessionId: string } | null
  subject?: AuditEvent['subject'] | null
  /** Truncated; that of the request which is being handled by default. */
  network?: string | null
  /** By which refusals are told apart. */
  reason?: Readonly<Record<string, string>>
  /** Of the first one. */
  detail?: Readonly<Record<string, string>>
}

export interface RefusalLog {
  /** Does not wait for the database: a refusal must stay cheap while the database is slow. */
  record(attempt: RefusedAttempt): void
  /** Records what was counted since the hour began. */
  close(): Promise<void>
}

/** Events in an hour, of each kind: those without a session cannot use up what is left for the others. */
export const refusalBudgets = { guest: 150, applicant: 50, staff: 80 } as const satisfies Record<
  RefusedAttempt['actor'],
  number
>

interface RefusalLogDependencies {
  database: { db: Db }
  clock: () => Date
  log: { warn(detail: object, message: string): void }
  /** Whether the budget of all servers still has an event for this hour. */
  takeFromBudget: (actor: RefusedAttempt['actor']) => Promise<boolean>
}

interface Counted {
  attempt: RefusedAttempt
  network: string | null
  count: number
  isRecorded: Promise<boolean>
}

const hourMs = 60 * 60_000
/** The budget's hour is not the clock's: it may be there again at any moment. */
const retryMs = 60_000
/** Kept in memory for an hour. */
const maxCounted = 10_000

export function createRefusalLog({ database: { db }, clock, log, takeFromBudget }: RefusalLogDependencies): RefusalLog {
  let counted = new Map<string, Counted>()
  /** Those that `counted` had no place for. */
  let others = 0
  let hour = 0
  /** Until when the budget is not asked again. */
  const exhausted = new Map<RefusedAttempt['actor'], number>()
  let timer: NodeJS.Timeout | undefined
  /** One event after the other: a flood takes one connection, and none once the budget is used up. */
  let writing: Promise<unknown> = Promise.resolve()

  async function write(event: AuditEvent): Promise<boolean> {
    try {
      await audit(db, event)
      return true
    } catch {
      log.warn({ action: event.action }, 'a refused request could not be recorded')
      return false
    }
  }

  /** @returns false when the budget is used up */
  async function recordEvent({ attempt, network }: Pick<Counted, 'attempt' | 'network'>, detail: object) {
    const { actor, action, accountId = null, by, subject } = attempt
    const now = clock().getTime()
    if (now < (exhausted.get(actor) ?? 0)) return false
    if (!(await takeFromBudget(actor).catch(() => false))) {
      exhausted.set(actor, now + retryMs)
      return false
    }
    const about = { ...(by && { by }), ...(subject && { subject }) }
    return write({ actor, action, accountId, ...about, network, detail: { ...detail } })
  }

  async function closeHour(ended: Iterable<Counted>, unrecorded: number, from: string) {
    let left = unrecorded
    for (const one of ended) {
      const isRecorded = await one.isRecorded
      if (isRecorded && one.count === 1) continue
      const total = { ...one.attempt.reason, count: one.count, from }
      if (!isRecorded) left += one.count
      else if (!(await recordEvent(one, total))) left += one.count - 1
    }
    const detail = { count: left, from }
    if (left > 0) await write({ actor: 'system', action: 'refusals_not_recorded', network: null, detail })
  }

  function startHour(next: number): void {
    const ended = [...counted.values()]
    const from = new Date(hour * hourMs).toISOString()
    const unrecorded = others
    writing = writing.then(() => closeHour(ended, unrecorded, from))
    counted = new Map()
    others = 0
    hour = next
    writing = writing.then(() => exhausted.clear())
    clearTimeout(timer)
    timer = undefined
  }

  return {
    record(attempt) {
      const now = clock().getTime()
      const current = Math.floor(now / hourMs)
      if (current !== hour) startHour(current)
      timer ??= setTimeout(() => startHour(current + 1), hourMs - (now % hourMs)).unref()
      const { network = getRequestNetwork() } = attempt
      const key = describe(attempt, network)
      const same = counted.get(key)
      if (same) same.count += 1
      else if (counted.size >= maxCounted) others += 1
      else {
        const isRecorded = writing.then(() =>
          recordEvent({ attempt, network }, { ...attempt.reason, ...attempt.detail }),
        )
        writing = isRecorded
        counted.set(key, { attempt, network, count: 1, isRecorded })
      }
    },

    async close() {
      startHour(hour)
      await writing
    },
  }
}

function describe({ actor, action, accountId, by, subject, reason }: RefusedAttempt, network: string | null): string {
  const who = by?.staffId ?? (actor === 'applicant' ? null : network)
  return JSON.stringify([action, who, accountId, subject?.id, reason])
}
