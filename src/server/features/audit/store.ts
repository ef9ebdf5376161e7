// The audit log as the staff read it.
import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { compileList } from '#server/database/compile-statement.ts'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { staff } from '#server/database/schema/staff.ts'
import { countCapped } from '#server/domain/capped-count.ts'
import { endOfLagosDay, startOfLagosDay, toLagosTime } from '#server/domain/lagos-days.ts'
import { auditActionLabels, auditActorLabels } from '#shared/staff/labels/audit-actions.ts'

const t = auditLog

export interface AuditFilter {
  person?: string | undefined
  action?: string[] | undefined
  subject?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** What `person` or `subject` takes. */
  q?: string | undefined
  /** Only events of these; null for all. */
  exerciseIds: number[] | null
  /** Besides these what the staff did that concerns no applicant. */
  hasStaffEvents: boolean
}

export interface AuditPage {
  /** The id after which the page begins. */
  after?: string | undefined
  limit: number
}

const getPersonCondition = (person: string): SQL =>
  sql`${t.staffId} = (select ${staff.id} from ${staff} where ${staff.id}::text = ${person.toLowerCase()}
    or lower(${staff.email}) = ${person.toLowerCase()})`

const getSubjectCondition = (subject: string): SQL =>
  sql`(${t.accountId} = (select ${accounts.id} from ${accounts} where ${accounts.userId} = ${subject.toUpperCase()})
    or (${t.subjectKind} is not null and ${t.subjectId} = ${subject}))`

const isStaffEvent = and(
  or(isNotNull(t.staffId), eq(t.subjectKind, 'staff')),
  isNull(t.accountId),
  or(isNull(t.subjectKind), eq(t.subjectKind, 'staff')),
)

const getReaderCondition = (exerciseIds: number[], { hasStaffEvents }: Pick<AuditFilter, 'hasStaffEvents'>) =>
  or(
    hasStaffEvents ? isStaffEvent : undefined,
    inArray(t.exerciseId, exerciseIds),
    inArray(accounts.exerciseId, exerciseIds),
  )

const getFilterCondition = (filter: AuditFilter) =>
  and(
    filter.exerciseIds ? getReaderCondition(filter.exerciseIds, filter) : undefined,
    filter.person === undefined ? undefined : getPersonCondition(filter.person),
    filter.action && inArray(t.action, filter.action),
    filter.subject === undefined ? undefined : getSubjectCondition(filter.subject),
    filter.q === undefined ? undefined : or(getPersonCondition(filter.q), getSubjectCondition(filter.q)),
    filter.from === undefined ? undefined : gte(t.at, startOfLagosDay(filter.from) as never),
    filter.to === undefined ? undefined : lt(t.at, endOfLagosDay(filter.to) as never),
  )

/** Newest first. */
export const listAuditEvents = (tx: Tx, filter: AuditFilter, { after, limit }: AuditPage) =>
  tx
    .select({ event: t, person: staff.name, userId: accounts.userId })
    .from(t)
    .leftJoin(staff, eq(staff.id, t.staffId))
    .leftJoin(accounts, eq(accounts.id, t.accountId))
    .where(and(getFilterCondition(filter), after === undefined ? undefined : lt(t.id, Number(after))))
    .orderBy(desc(t.id))
    .limit(limit)

const getLabel = (labels: Readonly<Record<string, string>>, value: AnyPgColumn) =>
  sql`coalesce(${JSON.stringify(labels)}::jsonb ->> ${value}, ${value})`

/** What stands in a column of a file; the names are those of the list's columns. */
const createExportedValues = ({ exerciseIds }: AuditFilter) => ({
  at: toLagosTime(t.at),
  action: sql`coalesce(${JSON.stringify(auditActionLabels)}::jsonb ->> ${t.action}, replace(${t.action}, '_', ' '))`,
  person: sql`coalesce(${staff.name}, ${getLabel(auditActorLabels, t.actor)})`,
  subject: sql`coalesce(${accounts.userId}, ${t.subjectKind} || ' ' || coalesce(${t.subjectId}, ''))`,
  reason: sql`${t.reason}`,
  detail: sql`nullif(${exerciseIds === null ? t.detail : sql`${t.detail} - 'account'`}, '{}'::jsonb)::text`,
  network: sql`${t.network}`,
})

/** The rows of the list with these columns, as a statement that a file is made from. */
export function compileAuditList(
  filter: AuditFilter,
  { keys, exportedExerciseIds: ids }: { keys: readonly string[]; exportedExerciseIds: number[] | null },
) {
  return compileList({
    keys,
    values: createExportedValues(filter),
    source: sql`${t} left join ${staff} on ${eq(staff.id, t.staffId)}
      left join ${accounts} on ${eq(accounts.id, t.accountId)}`,
    where: and(getFilterCondition(filter), ids ? getReaderCondition(ids, { hasStaffEvents: false }) : undefined),
    orderBy: [desc(t.id)],
  })
}

export const countAuditEvents = (tx: Tx, filter: AuditFilter) =>
  countCapped(tx, (limit) =>
    tx
      .select({ id: t.id })
      .from(t)
      .leftJoin(accounts, eq(accounts.id, t.accountId))
      .where(getFilterCondition(filter))
      .limit(limit),
  )
