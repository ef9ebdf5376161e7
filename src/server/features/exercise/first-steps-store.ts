// What has been done on the way to the first publication, as facts of the database.
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import type { StaffRole } from '#shared/roles/permissions.ts'

export interface FirstStepFacts extends Record<string, unknown> {
  administrators: number
  officers: number
  reviewers: number
  posts: boolean
  list: boolean
  reviews: boolean
  publication: boolean
}

/**
 * `reviews`: reviewers have cases, which were assigned to them or which they have taken. `publication`: an applicant can
 * read an outcome, which Home counts as published.
 * @param exerciseId null while there is none
 */
export async function findFirstStepFacts(tx: Tx, exerciseId: number | null): Promise<FirstStepFacts> {
  const own = sql`exercise_id = ${exerciseId}::int`
  const countPeople = (...roles: StaffRole[]): SQL => sql`(
    select count(distinct staff.id)::int from staff join staff_roles on staff_roles.staff_id = staff.id
    where staff.status = 'active' and staff_roles.role = any(${sql.param(roles)}::text[])
      and (staff_roles.exercise_id is null or staff_roles.${own}))`
  const { rows } = await tx.execute<FirstStepFacts>(sql`
    select ${countPeople('admin')} as administrators, ${countPeople('registry', 'chair')} as officers,
      ${countPeople('reviewer')} as reviewers,
      exists (select from posts where ${own}) as posts,
      exists (select from accounts where ${own}) as list,
      exists (select from application_statuses status join applications a on a.id = status.application_id
        where status.assigned_to is not null and a.${own}) as reviews,
      exists (select from applicant_index where ${own} and published is not null) as publication`)
  const [facts] = rows
  if (!facts) throw new Error('The first steps have no facts.')
  return facts
}
