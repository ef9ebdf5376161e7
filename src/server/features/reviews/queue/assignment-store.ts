import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { applicationStatuses, recusals, reviews } from '#server/database/schema/decisions/reviews.ts'
import { stageTransitions } from '#shared/decisions/stages.ts'

/** These applications with what decides who can review them, in the order of their numbers. */
export const listAssignable = (tx: Tx, applicationIds: readonly string[]) =>
  tx
    .select({
      id: applications.id,
      exerciseId: applications.exerciseId,
      school: accounts.school,
      department: accounts.department,
      stage: sql<string>`coalesce(${applicationStatuses.stage}, 'submitted')`,
      recused: sql<string[]>`array(select ${recusals.staffId} from ${recusals}
        where ${recusals.applicationId} = ${applications.id} and ${recusals.endedAt} is null)`,
      reviewers: sql<string[]>`array(select ${reviews.staffId} from ${reviews}
        where ${reviews.applicationId} = ${applications.id} and ${reviews.round} = coalesce(${applicationStatuses.round}, 1))`,
    })
    .from(applications)
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .leftJoin(applicationStatuses, eq(applicationStatuses.applicationId, applications.id))
    .where(inArray(applications.id, [...applicationIds]))
    .orderBy(asc(applications.number))
export type AssignableCase = Awaited<ReturnType<typeof listAssignable>>[number]

/** Cases that wait for each of these people, by id. */
export async function countAssigned(tx: Tx, exerciseId: number, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: applicantIndex.assignedTo, count: sql<number>`count(*)::int` })
    .from(applicantIndex)
    .where(
      and(
        eq(applicantIndex.exerciseId, exerciseId),
        inArray(applicantIndex.assignedTo, [...ids]),
        eq(applicantIndex.reviewStage, 'screening'),
        isNull(applicantIndex.decided),
        sql`not exists (
          select from ${reviews} join ${applications} on ${applications.id} = ${reviews.applicationId}
          where ${applications.accountId} = ${applicantIndex.accountId} and ${reviews.staffId} = ${applicantIndex.assignedTo})`,
      ),
    )
    .groupBy(applicantIndex.assignedTo)
  return new Map(rows.flatMap(({ id, count }) => (id === null ? [] : [[id, count]])))
}

/** In one statement, however many there are. A case that nobody has begun with is now in review. */
export async function saveAssignments(
  tx: Tx,
  assignments: readonly { applicationId: string; staffId: string }[],
  now: Date,
): Promise<void> {
  const { assign } = stageTransitions
  await tx.execute(sql`
    insert into ${applicationStatuses} as status (application_id, stage, version, assigned_to, changed_at)
    select "applicationId", ${assign.to}, 2, "staffId", ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(assignments)}::jsonb) as given ("applicationId" uuid, "staffId" uuid)
    on conflict (application_id) do update set
      assigned_to = excluded.assigned_to,
      version = status.version + 1,
      stage = case when ${inArray(sql`status.stage`, [...assign.from])} then ${assign.to} else status.stage end,
      changed_at = excluded.changed_at
    where status.stage in ('submitted', 'screening', 'held', 'returned')`)
}
