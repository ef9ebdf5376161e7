// Reading the audit log. Data protection officers and auditors see all of it, administrators what the staff did among
// themselves: they see no applicant.

import type { Database } from '#server/database/connection.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import type { ExportableRows } from '#server/providers/files/export/table-exporter.ts'
import { type AuditRow, auditListFilter } from '#shared/api/staff/logs/audit.ts'
import { listValueKeys } from '#shared/lists/exports/export-tables.ts'
import { listExportedExercises } from '#shared/lists/exports/exported-lists.ts'
import { listScopes, listWholeScopes, type RoleGrant } from '#shared/roles/permissions.ts'
import { type AuditFilter, type AuditPage, compileAuditList, countAuditEvents, listAuditEvents } from './store.ts'

export type AuditReader = ReturnType<typeof createAuditReader>

type GivenFilter = Omit<AuditFilter, 'hasStaffEvents' | 'exerciseIds'>

export function createAuditReader({ staffDatabase: { db } }: { staffDatabase: Pick<Database, 'db'> }) {
  return {
    exported: exportedEvents,

    async list({ after, limit, ...given }: GivenFilter & AuditPage, { grants }: StaffPrincipal) {
      const filter = addLimits(given, grants)
      const found = await listAuditEvents(db, filter, { after, limit: limit + 1 })
      const rows = found.slice(0, limit).map((row) => presentEvent(row, filter))
      return {
        rows,
        next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
        count: await countAuditEvents(db, filter),
      }
    },
  }
}

/** What the person may read, besides what was asked for. */
function addLimits(given: GivenFilter, grants: readonly RoleGrant[]): AuditFilter {
  const ids = listWholeScopes(grants, 'audit:read').map(({ exerciseId }) => exerciseId)
  const exerciseIds = ids.includes(null) ? null : ids.filter((id) => id !== null)
  return { ...given, exerciseIds, hasStaffEvents: listScopes(grants, 'audit:read').length > ids.length }
}

const exportedEvents: ExportableRows = {
  async describeTables({ exerciseId, filter, grants }, tables) {
    const { sort: _, ...given } = auditListFilter.parse(filter)
    const exportedExerciseIds = listExportedExercises(grants, exerciseId)
    return tables.map((table) => ({
      table,
      statement: compileAuditList(addLimits(given, grants), { keys: listValueKeys(table), exportedExerciseIds }),
    }))
  },
}

type FoundEvent = Awaited<ReturnType<typeof listAuditEvents>>[number]

const presentEvent = ({ event, person, userId }: FoundEvent, { exerciseIds }: AuditFilter): AuditRow => ({
  id: String(event.id),
  at: event.at.toISOString(),
  actor: event.actor,
  action: event.action,
  person: event.staffId === null ? null : { id: event.staffId, name: person ?? '' },
  userId,
  subject: event.subjectKind === null ? null : { kind: event.subjectKind, id: event.subjectId ?? '' },
  reason: event.reason,
  network: event.network,
  detail: exerciseIds === null ? event.detail : omitApplicant(event.detail),
})

/** A refused request names the account that it was about: nobody without the whole log learns it. */
const omitApplicant = ({ account: _account, ...detail }: AuditRow['detail']): AuditRow['detail'] => detail
