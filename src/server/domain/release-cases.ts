// An assigned case is offered to nobody else, so it is released when its reviewer cannot review it any more.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { listScopes } from '#shared/roles/permissions.ts'
import type { Tx } from '../database/connection.ts'
import { applicantIndex } from '../database/schema/applicant-index.ts'
import { applications } from '../database/schema/applications-and-drafts.ts'
import { applicationStatuses } from '../database/schema/decisions/reviews.ts'
import { exercises } from '../database/schema/exercises.ts'
import { listActiveStaff } from './active-staff.ts'
import { getScopeCondition } from './scope.ts'

/** After the person's status or roles have changed. Those of archived exercises stay. */
export async function releaseCases(tx: Tx, staffId: string): Promise<void> {
  const [person] = await listActiveStaff(tx, [staffId])
  const scopes = listScopes(person?.grants ?? [], 'application:review')
  const ofPerson = eq(applicantIndex.assignedTo, staffId)
  const found = await tx
    .selectDistinct({ id: exercises.id })
    .from(applicantIndex)
    .innerJoin(exercises, eq(exercises.id, applicantIndex.exerciseId))
    .where(and(ofPerson, isNull(exercises.archivedAt)))
  for (const { id } of found) {
    const isWithin = getScopeCondition(scopes, id)
    if (!isWithin) continue
    await tx.execute(sql`update ${applicationStatuses} set assigned_to = null from ${applications}
      join ${applicantIndex} on ${applicantIndex.accountId} = ${applications.accountId}
      where ${applications.id} = ${applicationStatuses.applicationId} and ${ofPerson}
        and ${applicantIndex.exerciseId} = ${id} and (${isWithin}) is not true`)
  }
}

/** After the person was recused from the case. */
export async function releaseCase(tx: Tx, applicationId: string, staffId: string): Promise<void> {
  const { assignedTo } = applicationStatuses
  await tx
    .update(applicationStatuses)
    .set({ assignedTo: null })
    .where(and(eq(applicationStatuses.applicationId, applicationId), eq(assignedTo, staffId)))
}
