// What was done, by whom, to whom. Administrators see what the staff did among themselves.

import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { getLabel } from '#shared/format/labels.ts'
import { type AuditRow, auditList } from '#shared/lists/audit.ts'
import { listLimits } from '#shared/roles/permissions.ts'
import { auditActionLabels, auditActorLabels, auditKinds, getAuditKind } from '#shared/staff/labels/audit-actions.ts'
import { formatAuditDetail, formatAuditSubject } from '#shared/staff/labels/audit-details.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { useMe } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'

const auditView: ListView<AuditRow, typeof auditList> = {
  list: auditList,
  cells: {
    at: ({ at }) => <ShortMoment moment={at} />,
    action: ({ action }) => getLabel(auditActionLabels, action),
    kind: ({ action }) => auditKinds[getAuditKind(action)],
    person: ({ person, actor }) => person?.name ?? getLabel(auditActorLabels, actor),
    subject: (row) => <Subject row={row} />,
    reason: ({ reason }) => reason,
    detail: ({ detail }) => formatAuditDetail(detail),
    network: ({ network }) => network,
  },
  getKey: ({ id }) => id,
  getPath: () => null,
  noWrap: ['at', 'person'],
  linkColumn: 'at',
  phone: { title: 'action', facts: ['person', 'subject'], status: 'at' },
}

const subjectPaths: Readonly<Record<string, (id: string) => string>> = {
  staff: (id) => getEntryPath(staffPaths.people, id),
  complaint: (id) => getEntryPath(staffPaths.complaints, id),
  publication: (id) => getEntryPath(staffPaths.publications, id),
  import: (id) => getEntryPath(staffPaths.imports, id),
}

function Subject({ row: { userId, subject } }: { row: AuditRow }) {
  if (userId) return <PageLink to={getEntryPath(staffPaths.applicants, userId)}>{userId}</PageLink>
  if (!subject) return null
  const text = formatAuditSubject(subject)
  const path = subjectPaths[subject.kind]?.(subject.id)
  return path ? <PageLink to={path}>{text}</PageLink> : text
}

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
