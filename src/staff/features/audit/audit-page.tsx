// What was done, by whom, to whom. Administrators see what the staff did among themselves.

import { Link } from 'react-router'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { formatDateTime } from '#shared/format/dates.ts'
import { getLabel } from '#shared/format/labels.ts'
import { type AuditRow, auditList } from '#shared/lists/audit.ts'
import { listLimits } from '#shared/roles/permissions.ts'
import { auditActionLabels, auditActorLabels } from '#shared/staff/labels/audit-actions.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { useMe } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { StaffList } from '#staff/list/staff-list.tsx'

const auditView: ListView<AuditRow, typeof auditList> = {
  list: auditList,
  cells: {
    at: ({ at }) => formatDateTime(at),
    action: ({ action }) => getLabel(auditActionLabels, action),
    person: ({ person, actor }) => person?.name ?? getLabel(auditActorLabels, actor),
    subject: (row) => <Subject row={row} />,
    reason: ({ reason }) => reason ?? '–',
    detail: ({ detail }) => formatDetail(detail),
    network: ({ network }) => network ?? '–',
  },
  getKey: ({ id }) => id,
  getPath: () => null,
  noWrap: ['at'],
  linkColumn: 'at',
}

function Subject({ row: { userId, subject } }: { row: AuditRow }) {
  const { permissions } = useMe()
  const paths: Readonly<Record<string, string | undefined>> = {
    staff: permissions.includes('staff:manage') ? '/people' : undefined,
    complaint: permissions.includes('complaint:answer') ? '/complaints' : undefined,
  }
  if (userId) return <PageLink to={getEntryPath(staffPaths.applicants, userId)}>{userId}</PageLink>
  if (!subject) return '–'
  const path = paths[subject.kind]
  const text = `${subject.kind} ${subject.id}`
  return path ? <Link to={`${path}/${encodeURIComponent(subject.id)}`}>{text}</Link> : text
}

/** For example "columns: surname, email". */
const formatDetail = (detail: AuditRow['detail']): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${formatValue(value)}`)
    .join('; ') || '–'

const formatValue = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(formatValue).join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : `${value}`

export function Component() {
  const { roles } = useMe()
  const grants = roles.map((role) => ({ ...role, exerciseId: null }))
  return (
    <>
      <PageTitle>Audit log</PageTitle>
      {listLimits(grants, 'audit:read') && (
        <p>You see what the staff did among themselves. Events about applicants are for the auditors.</p>
      )}
      <StaffList
        view={auditView}
        whenEmpty={<p>Nothing has been recorded yet.</p>}
        load={async (query, signal) => (await staffCall('staffAudit', { query, signal })).data}
      />
    </>
  )
}
