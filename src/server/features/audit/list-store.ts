// The audit log as the staff read it. Data protection officers and auditors see all of it, administrators what the staff did
// among themselves: they see no applicant.
import { and, eq, inArray, isNotNull, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { staff } from '#server/database/schema/staff.ts'
import { toLagosTime } from '#server/domain/lagos-days.ts'
import { isNotRecusedFrom } from '#server/domain/scope.ts'
import { defineListSource, type ListReader } from '#server/lists/list-source.ts'
import { type AuditRow, auditList } from '#shared/lists/audit.ts'
import { splitFilter } from '#shared/lists/filter-values.ts'
import { listScopedExercises, listScopes, listWholeScopes } from '#shared/roles/permissions.ts'
import { actionsOfKind, auditActorLabels } from '#shared/staff/labels/audit-actions.ts'
import { describeDetail, wordings } from './describe-detail.ts'

const t = auditLog

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const isByPerson = (person: string): SQL =>
  sql`${t.staffId} = (select ${staff.id} from ${staff} where ${staff.id}::text = ${person.toLowerCase()}
    or lower(${staff.email}) = ${person.toLowerCase()})`

const isAbout = (subject: string): SQL =>
  sql`(${t.accountId} = (select ${accounts.id} from ${accounts} where ${accounts.userId} = ${subject.toUpperCase()})
    or (${t.subjectKind} is not null and ${t.subjectId} in (${subject}, ${subject.toUpperCase()},
      (select ${staff.id}::text from ${staff} where lower(${staff.email}) = ${subject.toLowerCase()}))))`

/** Of both only for a member of the staff: no index of both is in the order of the list, so that all of the log may be read. */
const search = (text: string): SQL | undefined =>
  text.includes('@') || uuidPattern.test(text) ? or(isByPerson(text), isAbout(text)) : isAbout(text)

const isOfKind = (kinds: string) =>
  or(
    ...splitFilter(kinds).map((kind) =>
      kind === 'change'
        ? notInArray(t.action, Object.values(actionsOfKind).flat())
        : inArray(t.action, [...(actionsOfKind[kind as keyof typeof actionsOfKind] ?? [])]),
    ),
  )

const isStaffEvent = and(
  or(isNotNull(t.staffId), eq(t.subjectKind, 'staff')),
  isNull(t.accountId),
  or(isNull(t.subjectKind), eq(t.subjectKind, 'staff')),
)

const isOfExercises = (ids: readonly number[], more?: SQL) =>
  or(more, inArray(t.exerciseId, [...ids]), inArray(accounts.exerciseId, [...ids]))

/** Of whom a refused request was about. */
const refusedAccount = sql`(${t.detail} ->> 'account')::uuid`

/** Null for those who read all events. */
const listReadExercises = ({ grants }: Pick<ListReader, 'grants'>) =>
  listScopedExercises(listWholeScopes(grants, 'audit:read'))

/** What the person may read; who reads a part of the log has events of the staff besides those of exercises. */
function getScope({ grants, staffId, exportedExerciseIds }: ListReader): SQL | undefined {
  const read = listReadExercises({ grants })
  const hasStaffEvents = listScopes(grants, 'audit:read').length > listWholeScopes(grants, 'audit:read').length
  return and(
    read ? isOfExercises(read, hasStaffEvents ? isStaffEvent : undefined) : undefined,
    exportedExerciseIds ? isOfExercises(exportedExerciseIds) : undefined,
    isNotRecusedFrom(t.accountId, staffId),
    isNotRecusedFrom(refusedAccount, staffId),
  )
}

/** A refused request names the account that it was about: nobody without the whole log learns it. */
const omitApplicant = ({ account: _account, ...detail }: AuditRow['detail']): AuditRow['detail'] => detail

const getLabel = (labels: Readonly<Record<string, string>>, value: AnyPgColumn) =>
  sql`coalesce(${JSON.stringify(labels)}::jsonb ->> ${value}, ${value})`

const subjectName = sql<string | null>`(select subject.name from ${staff} as subject
  where ${t.subjectKind} = 'staff' and subject.id::text = ${t.subjectId})`
const subject = sql`case when ${t.subjectKind} is not null then
  jsonb_build_object('kind', ${t.subjectKind}, 'id', coalesce(${t.subjectId}, ''), 'name', ${subjectName}) end`

/** The staff whom a detail has by their ids, by their names. */
const namedDetail = sql<AuditRow['detail']>`${t.detail} || jsonb_strip_nulls(jsonb_build_object(
  'person', case when ${t.detail} ? 'person' then
    (select one.name from ${staff} as one where one.id::text = ${t.detail} ->> 'person') end,
  'to', case when jsonb_typeof(${t.detail} -> 'to') = 'array' then
    (select jsonb_agg(one.name order by one.name) from ${staff} as one where ${t.detail} -> 'to' ? one.id::text) end))`

/** As `describeDetail` has it. */
const describedDetail = sql`${namedDetail} || jsonb_strip_nulls(jsonb_build_object(
  'call', ${wordings.calls}::jsonb ->> (${t.detail} ->> 'call'),
  'code', ${wordings.messages}::jsonb ->> (${t.detail} ->> 'code')))`

export const auditSource = defineListSource({
  list: auditList,
  from: sql`${t} left join ${staff} on ${eq(staff.id, t.staffId)} left join ${accounts} on ${eq(accounts.id, t.accountId)}`,
  select: {
    id: t.id,
    at: t.at,
    actor: t.actor,
    action: t.action,
    staffId: t.staffId,
    person: sql<string | null>`${staff.name}`,
    userId: sql<string | null>`${accounts.userId}`,
    subjectKind: t.subjectKind,
    subjectId: t.subjectId,
    subjectName,
    reason: t.reason,
    network: t.network,
    detail: namedDetail,
  },
  filters: { at: t.at, action: t.action, kind: isOfKind, person: isByPerson, subject: isAbout },
  // In the order in which they happened. By their ids alone, an earlier day would be looked for from the newest event on.
  orders: { at: { by: [t.at, t.id] } },
  search,
  scope: getScope,
  present(rows, reader) {
    const hasAll = listReadExercises(reader) === null
    return rows.map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      actor: row.actor,
      action: row.action,
      person: row.staffId === null ? null : { id: row.staffId, name: row.person ?? '' },
      userId: row.userId,
      subject:
        row.subjectKind === null ? null : { kind: row.subjectKind, id: row.subjectId ?? '', name: row.subjectName },
      reason: row.reason,
      network: row.network,
      detail: describeDetail(hasAll ? row.detail : omitApplicant(row.detail)),
    }))
  },
  exported: () => ({
    at: toLagosTime(t.at),
    action: sql`jsonb_build_object('action', ${t.action}, 'actor', ${t.actor}, 'userId', ${accounts.userId},
      'person', case when ${staff.id} is not null then jsonb_build_object('name', ${staff.name}) end, 'subject', ${subject})`,
    person: sql`coalesce(${staff.name}, ${getLabel(auditActorLabels, t.actor)})`,
    subject: sql`jsonb_build_object('userId', ${accounts.userId}, 'subject', ${subject})`,
    reason: t.reason,
    detail: describedDetail,
    network: t.network,
  }),
})
