import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { applicationStatuses, recusals, reviews } from '#server/database/schema/decisions/reviews.ts'
import { staff } from '#server/database/schema/staff.ts'
import { stageTransitions } from '#shared/decisions/stages.ts'

/** Until the transaction ends nobody changes their status or roles. Always in the same order. */
export async function lockPeople(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: staff.id })
    .from(staff)
    .where(inArray(staff.id, [...ids]))
    .orderBy(asc(staff.id))
    .for('share')
}

/** These applications, which are locked, with what decides who can review them, in the order of their numbers. */
export const listAssignable = (tx: Tx, applicationIds: readonly string[]) =>
  tx
    .select({
      id: applications.id,
      exerciseId: applications.exerciseId,
      school: accounts.school,
      department: accounts.department,
      stage: applicationStatuses.stage,
      recused: sql<string[]>`array(select ${recusals.staffId} from ${recusals}
        where ${recusals.applicationId} = ${applications.id} and ${recusals.endedAt} is null)`,
      reviewers: sql<string[]>`array(select ${reviews.staffId} from ${reviews}
        where ${reviews.applicationId} = ${applications.id} and ${reviews.round} = ${applicationStatuses.round})`,
    })
    .from(applications)
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .innerJoin(applicationStatuses, eq(applicationStatuses.applicationId, applications.id))
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

/** In one statement, however many there are. A case that nobody has begun with is now in review. They are locked. */
export async function saveAssignments(
  tx: Tx,
  assignments: readonly { applicationId: string; staffId: string }[],
  now: Date,
): Promise<void> {
  const { assign } = stageTransitions
  await tx.execute(sql`
    update ${applicationStatuses} as status set
      assigned_to = "staffId",
      version = status.version + 1,
      stage = case when ${inArray(sql`status.stage`, [...assign.from])} then ${assign.to} else status.stage end,
      changed_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(assignments)}::jsonb) as given ("applicationId" uuid, "staffId" uuid)
    where status.application_id = "applicationId"`)
}
