// Reading the audit log. Data protection officers and auditors see all of it, administrators what the staff did among
// themselves: they see no applicant.

import type { Database } from '#server/database/connection.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { ExportableRows } from '#server/providers/files/export/table-exporter.ts'
import { type AuditRow, auditFileRows, auditListFilter } from '#shared/api/staff/logs/audit.ts'
import { formatCsv } from '#shared/format/csv.ts'
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

    /** The newest events as CSV; that they were downloaded is an event itself. */
    async formatFile(given: GivenFilter, { grants, staffId, sessionId }: StaffPrincipal): Promise<string> {
      const filter = addLimits(given, grants)
      const found = await listAuditEvents(db, filter, { limit: auditFileRows })
      const detail = { rows: found.length, filters: Object.keys(given) }
      await audit(db, { actor: 'staff', action: 'audit_log_exported', by: { staffId, sessionId }, detail })
      return formatCsv([Object.keys(fileColumns), ...found.map((row) => formatRow(presentEvent(row, filter)))])
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

const fileColumns: Readonly<Record<string, (row: AuditRow) => string>> = {
  Id: ({ id }) => id,
  Time: ({ at }) => at,
  Action: ({ action }) => action,
  Actor: ({ actor }) => actor,
  'Staff member': ({ person }) => person?.name ?? '',
  'User ID': ({ userId }) => userId ?? '',
  Subject: ({ subject }) => (subject ? `${subject.kind} ${subject.id}` : ''),
  Reason: ({ reason }) => reason ?? '',
  Details: ({ detail }) => (Object.keys(detail).length > 0 ? JSON.stringify(detail) : ''),
  Network: ({ network }) => network ?? '',
}

const formatRow = (row: AuditRow) => Object.values(fileColumns).map((format) => format(row))

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
