// The sheets of an interview: what they say is known once all of the panel have handed in theirs, and to nobody before.
import { eq, type SQL, sql } from 'drizzle-orm'
import { hasPermission, staffRoleNames } from '#shared/roles/permissions.ts'
import type { Criterion } from '#shared/staff/interviews.ts'
import type { Tx } from '../database/connection.ts'
import { exercises } from '../database/schema/exercises.ts'

/**
 * A lateral relation with one row: `expected` sheets, `handed_in`, and `mean`, `lowest`, `highest`, `deviation` (of the
 * population) of their totals, which are null until all are in. Members who are recused from the
 * application do not count, nor those who can hand in none any more.
 */
export const summarizeSheets = (slot: { seatId: SQL; panelId: SQL; applicationId: SQL }): SQL => sql`lateral (
  select expected, handed_in, case when is_complete then mean end as mean, case when is_complete then lowest end as lowest,
    case when is_complete then highest end as highest, case when is_complete then deviation end as deviation
  from (
    select count(*)::int as expected, count(sheet.staff_id)::int as handed_in,
      count(*) > 0 and count(*) = count(sheet.staff_id) as is_complete, round(avg(sheet.total), 2)::float8 as mean,
      min(sheet.total) as lowest, max(sheet.total) as highest, round(stddev_pop(sheet.total), 2)::float8 as deviation
    from panel_members member
    left join score_sheets sheet on sheet.seat_id = ${slot.seatId} and sheet.staff_id = member.staff_id
    where member.panel_id = ${slot.panelId} and ${isAskedBy(sql`member.staff_id`, slot)}
  ) as sheets)`

/** What members of the panels of an exercise score. */
export async function findCriteria(tx: Tx, exerciseId: number): Promise<readonly Criterion[]> {
  const [row] = await tx
    .select({ criteria: exercises.scoreCriteria })
    .from(exercises)
    .where(eq(exercises.id, exerciseId))
  return row?.criteria ?? []
}

const scoringRoles = sql.param(staffRoleNames.filter((role) => hasPermission([{ role }], 'interview:score')))

/** The member of a panel is not recused from the application, and has handed in a sheet or can still do so. */
export const isAskedBy = (
  staffId: SQL,
  { seatId, applicationId }: { seatId: SQL; applicationId: SQL },
): SQL => sql`(not exists (
  select from recusals where recusals.staff_id = ${staffId} and recusals.application_id = ${applicationId}
    and recusals.ended_at is null)
  and (exists (select from score_sheets own where own.seat_id = ${seatId} and own.staff_id = ${staffId})
    or exists (select from staff person join staff_roles given on given.staff_id = person.id
      where person.id = ${staffId} and person.status = 'active' and given.role = any(${scoringRoles}::text[])
        and (given.exercise_id is null
          or given.exercise_id = (select exercise_id from applications where id = ${applicationId})))))`
