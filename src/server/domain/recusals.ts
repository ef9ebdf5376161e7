// Somebody who is recused from an application sees nothing of its applicant in any list, page or file.
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../database/connection.ts'
import { applicantIndex } from '../database/schema/applicant-index.ts'
import { applications } from '../database/schema/applications-and-drafts.ts'
import { recusals } from '../database/schema/decisions/reviews.ts'

/** On the applicant index. Few people are recused from few cases, so these are found first. */
export const isNotRecused = (staffId: string): SQL => sql`${applicantIndex.accountId} <> all(array(
  select ${applications.accountId} from ${recusals} join ${applications} on ${applications.id} = ${recusals.applicationId}
  where ${recusals.staffId} = ${staffId}::uuid and ${recusals.endedAt} is null))`

export async function isRecused(tx: Tx, accountId: string, staffId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: recusals.id })
    .from(recusals)
    .innerJoin(applications, eq(applications.id, recusals.applicationId))
    .where(and(eq(applications.accountId, accountId), eq(recusals.staffId, staffId), isNull(recusals.endedAt)))
    .limit(1)
  return row !== undefined
}
