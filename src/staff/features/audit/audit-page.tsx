// What was done, by whom, to whom. Administrators see what the staff did among themselves.

import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { getLabel } from '#shared/format/labels.ts'
import { type AuditRow, auditList } from '#shared/lists/audit.ts'
import { listLimits } from '#shared/roles/permissions.ts'
import { auditActorLabels, auditKinds, getAuditKind } from '#shared/staff/labels/audit-actions.ts'
import { formatAuditDetail, formatAuditSubject } from '#shared/staff/labels/audit-details.ts'
import { composeAuditSentence } from '#shared/staff/labels/audit-sentences.ts'
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
    action: (row) => <Sentence row={row} />,
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
  phone: { title: 'action', facts: [], status: 'at' },
}

const subjectPaths: Readonly<Record<string, (id: string) => string>> = {
  staff: (id) => getEntryPath(staffPaths.people, id),
  complaint: (id) => getEntryPath(staffPaths.complaints, id),
  publication: (id) => getEntryPath(staffPaths.publications, id),
  payment: (rrr) => getEntryPath(staffPaths.payments, rrr),
  money_case: (id) => getEntryPath(staffPaths.cases, id),
  import: (id) => getEntryPath(staffPaths.imports, id),
  application: (number) => getEntryPath(staffPaths.applications, number),
  sitting: (id) => getEntryPath(staffPaths.sittings, id),
  settlement: (id) => getEntryPath(staffPaths.settlements, id),
  venue: () => staffPaths.venues,
  export: () => staffPaths.exports,
}

const getSubjectPath = ({ userId, subject }: AuditRow, text: string): string | null =>
  (text !== userId && subject && subjectPaths[subject.kind]?.(subject.id)) ||
  (userId && getEntryPath(staffPaths.applicants, userId))

const SubjectLink = ({ row, text }: { row: AuditRow; text: string }) => {
  const path = getSubjectPath(row, text)
  return path ? <PageLink to={path}>{text}</PageLink> : text
}

const Sentence = ({ row }: { row: AuditRow }) =>
  composeAuditSentence(row).map(({ is, text }) =>
    is === 'subject' ? <SubjectLink key={text} row={row} text={text} /> : text,
  )

function Subject({ row }: { row: AuditRow }) {
  const { userId, subject } = row
  if (userId) return <PageLink to={getEntryPath(staffPaths.applicants, userId)}>{userId}</PageLink>
  return subject && <SubjectLink row={row} text={formatAuditSubject(subject)} />
}

export function Component() {
  const { roles } = useMe()
  const grants = roles.map((role) => ({ ...role, exerciseId: null }))
  return (
    <>
      <PageHead
        title="Audit log"
        intro={
          listLimits(grants, 'audit:read') &&
          'You see what the staff did among themselves. Events about applicants are for the auditors.'
        }
      />
      <StaffList
        view={auditView}
        whenEmpty={<p>Nothing has been recorded yet.</p>}
        load={async (query, signal) => (await staffCall('staffAudit', { query, signal })).data}
      />
    </>
  )
}
