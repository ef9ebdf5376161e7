// Reading the audit log. Data protection officers and auditors see all of it, administrators what the staff did among
// themselves: they see no applicant.
import type { StaffPrincipal } from '#server/platform/api/staff/staff-principal.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { AuditRow } from '#shared/api/staff/audit.ts'
import { listLimits, listScopes } from '#shared/staff/permissions.ts'
import { type AuditFilter, listAuditEvents } from './store.ts'

export type AuditReader = ReturnType<typeof createAuditReader>

export function createAuditReader({ staffDatabase: { db } }: { staffDatabase: Pick<Database, 'db'> }) {
  return {
    async list({ limit, ...filter }: Omit<AuditFilter, 'isStaffOnly' | 'exerciseIds'>, { grants }: StaffPrincipal) {
      const isStaffOnly = listLimits(grants, 'audit:read') !== null
      const ids = listScopes(grants, 'audit:read').map(({ exerciseId }) => exerciseId)
      // Events among the staff belong to no exercise.
      const exerciseIds = isStaffOnly || ids.includes(null) ? null : ids.filter((id) => id !== null)
      const found = await listAuditEvents(db, { ...filter, isStaffOnly, exerciseIds, limit: limit + 1 })
      const rows = found.slice(0, limit).map(presentEvent)
      return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null }
    },
  }
}

const presentEvent = ({ event, person, userId }: Awaited<ReturnType<typeof listAuditEvents>>[number]): AuditRow => ({
  id: String(event.id),
  at: event.at.toISOString(),
  actor: event.actor,
  action: event.action,
  person: event.staffId === null ? null : { id: event.staffId, name: person ?? '' },
  userId,
  subject: event.subjectKind === null ? null : { kind: event.subjectKind, id: event.subjectId ?? '' },
  reason: event.reason,
  network: event.network,
  detail: event.detail,
})
