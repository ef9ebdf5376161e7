// What needs two persons needs two who do not depend on each other: one person could invite two accounts and use
// both.
import { sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { staff } from '#server/database/schema/staff.ts'
import { AppError } from '#server/platform/app-error.ts'

const relatedMs = 30 * 86_400_000

/**
 * Those who are no second person for somebody: the person, those of whom one invited the other, and those whom the same
 * person invited, within 30 days.
 */
export async function listRelatedStaff(tx: Tx, staffId: string, now: Date): Promise<Set<string>> {
  const since = new Date(now.getTime() - relatedMs).toISOString()
  const { rows } = await tx.execute<{ id: string }>(sql`
    with invited as (select id, created_by from ${staff} where created_by is not null and created_at > ${since}::timestamptz),
      own as (select created_by from invited where id = ${staffId}::uuid)
    select ${staffId}::uuid as id
    union select created_by from own
    union select id from invited where created_by = ${staffId}::uuid or created_by in (select created_by from own)`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * @param others whose work is approved; null for nobody
 * @throws AppError `second_person_required` when it is the own work, `second_person_related`
 */
export async function assertSecondPerson(
  tx: Tx,
  { staffId }: { staffId: string },
  others: readonly (string | null)[],
  now: Date,
): Promise<void> {
  if (others.includes(staffId)) throw new AppError('second_person_required')
  const related = await listRelatedStaff(tx, staffId, now)
  if (others.some((other) => other !== null && related.has(other))) throw new AppError('second_person_related')
}
