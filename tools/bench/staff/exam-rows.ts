// Sittings, seats, results and offers for the lists of the exam officer, as many as there are applications.
import type { Database } from '#server/database/connection.ts'

// So few that also among 10,000 accounts each page of the lists is full; and so many conflicts that they are counted to the limit.
const seatsOfSitting = 50
const halls = 40

/**
 * By the owner of the tables, on its only connection. Without triggers and references: among a million rows they take an hour,
 * and what they check is right.
 */
export async function addExamRows({ pool }: Pick<Database, 'pool'>, madeBy: string): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>('select exists (select from seats) as there')
  if (rows[0]?.there) return
  await pool.query('set session_replication_role = replica')
  await pool.query(
    `insert into venues (exercise_id, name, address, state)
    select id, 'Hall ' || n, 'Campus Road', (array['lagos', 'kano', 'rivers', 'oyo'])[1 + n % 4]
    from exercises, generate_series(1, ${halls}) as n where is_current`,
  )
  await pool.query(
    `create temporary table numbered as
    select *, n / ${seatsOfSitting} as sitting, 1 + n % ${seatsOfSitting} as seat, md5('sitting' || n / ${seatsOfSitting})::uuid as sitting_id
    from (select application.id, row_number() over (order by application.id) - 1 as n, application.exercise_id, number, school,
      department, role, gender, state from applications application join accounts on accounts.id = account_id) as each`,
  )
  await pool.query(
    `insert into sittings (id, exercise_id, venue_id, kind, label, reports_at, starts_at, ends_at, capacity, made_by)
    select md5('sitting' || sitting)::uuid, venue.exercise_id, venue.id, 'cbt', 'Batch ' || sitting, starts - interval '1 hour',
      starts, starts + interval '2 hours', ${seatsOfSitting}, $1
    from (select distinct sitting, timestamptz '2024-11-04 09:00+01' + sitting / ${halls} * interval '3 hours' as starts
      from numbered) as each
    join (select id, exercise_id, row_number() over (order by name) - 1 as hall from venues) venue
      on venue.hall = each.sitting % ${halls}`,
    [madeBy],
  )
  await pool.query(
    `insert into seats (sitting_id, kind, application_id, seat_number, run_id, attendance, has_conflict, marks, exercise_id, number,
      school, department, role, home_state, starts_at)
    select sitting_id, 'cbt', each.id, seat, md5('run')::uuid,
      case when n % 20 = 0 then 'absent' when n % 20 = 1 then 'turned_away' when n % 20 > 4 then 'present' end, n % 10 in (2, 4, 6, 8), 1,
      each.exercise_id, number, school, department, role, state, starts_at
    from numbered each join (select id, starts_at from sittings) as sitting on sitting.id = sitting_id`,
  )
  await pool.query(
    `insert into results (application_id, kind, score, maximum, seat_id, import_id, entered_by, exercise_id, number, school,
      department, role, home_state)
    select each.id, 'cbt', n * 7919 % 10001 / 100.0, 100, seats.id, md5('import')::uuid, $1, each.exercise_id, each.number,
      each.school, each.department, each.role, state
    from numbered each join seats on application_id = each.id where n % 20 <> 0`,
    [madeBy],
  )
  await pool.query(
    `insert into offers (application_id, post_id, outcome_id, state, until, offered_at, settled_at, slip_code, exercise_id,
      number, school, department, role, gender, home_state)
    select each.id, post.id, md5('outcome' || n)::uuid, state, timestamptz '2025-01-15' + n % 10 * interval '1 day',
      timestamptz '2025-01-01' + n * interval '1 second', case when state <> 'offered' then timestamptz '2025-01-10' end,
      upper(left(md5('offer' || n), 12)), exercise_id, number, post.school, post.department, post.role, gender, home_state
    from (select id, n, (array['offered', 'accepted', 'declined', 'lapsed'])[1 + n % 4] as state, exercise_id, number, gender,
      state as home_state from numbered) as each
    join (select id, school, department, role, row_number() over (order by id) - 1 as place, count(*) over () as posts from posts) post
      on post.place = n % post.posts`,
  )
  await pool.query('set session_replication_role = origin')
  await pool.query('vacuum analyze venues, sittings, seats, results, offers')
}
