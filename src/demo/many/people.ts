// Invents applicants in the database. Everything about one follows from a list's number and the place in it, so that the
// same list is the same people everywhere.
import type pg from 'pg'
import type { ExerciseRow } from '#server/features/exercise/store.ts'
import { states } from '#shared/reference-data/states.ts'
import { femaleNames, maleNames, surnames } from './names.ts'

/** A uniform number from 0 to below 1 of each row, another one for each name. */
const draw = (name: string) =>
  `((hashtextextended('${name}', hashint8extended(n, list)) & 4294967295) / 4294967296.0::float8)`
/** Few of the names are common. */
const pickName = (parameter: string, name: string) =>
  `(${parameter}::text[])[1 + floor(cardinality(${parameter}::text[]) * power(${draw(name)}, 1.7))::int]`
const hours = (days: number, name: string) => `(${draw(name)} * interval '${days * 24} hours')`

/** Most applicants come from where the institution is. */
const weights: Readonly<Record<string, number>> = { osun: 10, oyo: 3, ekiti: 3, ondo: 3, ogun: 3, kwara: 3 }

const createTables = `
  create temporary table seeded_places (n serial, state text, state_name text, lga text) on commit drop;
  create temporary table seeded_posts (n serial, school text, department text, role text) on commit drop;
  create temporary table seeded (
    n bigint, serial bigint, id uuid, user_id text, surname text, first_name text, middle_name text, email text, phone text,
    date_of_birth date, gender text, state text, state_name text, lga text, school text, department text, role text,
    stage text, issued_at timestamptz, paid_at timestamptz, identified_at timestamptz, submitted_at timestamptz,
    number text, decision text, has_expired_payment boolean, is_underpaid boolean, is_paid_twice boolean, has_mismatch boolean
  ) on commit drop`

/** Where the people of this transaction come from and what they apply for. */
export async function prepareSeeding(client: pg.ClientBase, { posts }: ExerciseRow): Promise<void> {
  await client.query(createTables)
  const places = states.flatMap(({ alias, state, lgas }) =>
    Array.from({ length: weights[alias] ?? 1 }, () =>
      lgas.map((lga) => ({ state: alias, state_name: state, lga })),
    ).flat(),
  )
  const roles = posts.flatMap(({ school, department, roles }) => roles.map((role) => ({ school, department, role })))
  const insert = (table: string, columns: string) =>
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`
  await client.query(insert('seeded_places', 'state, state_name, lga'), [JSON.stringify(places)])
  await client.query(insert('seeded_posts', 'school, department, role'), [JSON.stringify(roles)])
  await client.query('analyze seeded_places, seeded_posts')
}

export interface PeopleRange {
  /** Other people for another one. */
  list: number
  /** Places in the list, both included. */
  from: number
  to: number
  /** The serial number of a user ID is the place plus this. */
  shift: number
}

// The accounts are issued within 45 days, and everybody was done with everything a day ago at the latest. The shares of the
// stages are those of a running exercise; of 100 who submitted, 12 are verified and 10 rejected.
const fillTable = `
  insert into seeded
  with drawn as (
    select n, n + $4::bigint as serial, md5(format('portal %s %s', list, n))::uuid as id, ${draw('stage')} as progress,
      case when ${draw('gender')} < 0.44 then 'f' else 'm' end as gender,
      ${pickName('$5', 'surname')} || case when ${draw('double name')} < 0.05 then '-' || ${pickName('$5', 'second surname')} else '' end as surname,
      ${pickName('$6', 'first name')} as female_name, ${pickName('$6', 'middle name')} as female_middle_name,
      ${pickName('$7', 'first name')} as male_name, ${pickName('$7', 'middle name')} as male_middle_name,
      ${draw('no middle name')} < 0.15 as has_no_middle_name,
      date '1962-01-01' + floor(${draw('birth')} * 13500)::int as date_of_birth,
      1 + floor(${draw('place')} * (select count(*) from seeded_places))::int as place,
      1 + floor(power(${draw('post')}, 1.3) * (select count(*) from seeded_posts))::int as post,
      $9::timestamptz - interval '66 days' + ${hours(45, 'issued')} as issued_at,
      ${hours(8, 'paid')} as until_paid, ${hours(2, 'identified')} as until_identified, ${hours(10, 'submitted')} as until_submitted,
      ${draw('decision')} as decided, ${draw('expired')} < 0.4 as has_expired, ${draw('underpaid')} < 0.03 as is_underpaid,
      ${draw('paid twice')} < 0.003 as is_paid_twice, ${draw('mismatch')} < 0.08 as has_mismatch
    from (select n, $1::bigint as list from generate_series($2::bigint, $3::bigint) as n) as places
  ), named as (
    select *, case gender when 'f' then female_name else male_name end as first_name,
      case when has_no_middle_name then '' when gender = 'f' then female_middle_name else male_middle_name end as middle_name,
      case when progress < 0.15 then 'issued' when progress < 0.35 then 'entered' when progress < 0.52 then 'paid'
        when progress < 0.7 then 'identified' else 'submitted' end as stage
    from drawn
  )
  select named.n, serial, id, $8 || lpad(serial::text, greatest(5, length(serial::text)), '0'), surname, first_name, middle_name,
    format('%s.%s.%s@example.org', folded(first_name), folded(surname), serial), '0700' || lpad((serial % 10000000)::text, 7, '0'),
    date_of_birth, gender, places.state, places.state_name, places.lga, school, department, role, stage, issued_at,
    case when progress >= 0.35 then issued_at + until_paid end,
    case when progress >= 0.52 then issued_at + until_paid + until_identified end,
    case when progress >= 0.7 then issued_at + until_paid + until_identified + until_submitted end,
    null, case when decided < 0.12 then 'verified' when decided < 0.22 then 'rejected' else 'pending' end,
    stage = 'entered' and has_expired, stage = 'entered' and has_expired and is_underpaid,
    progress >= 0.35 and is_paid_twice, stage = 'paid' and has_mismatch
  from named join seeded_places places on places.n = place join seeded_posts posts on posts.n = post
  order by serial`

const numberApplications = `
  update seeded set number = format('APP-%s-%s', $1::int, lpad(digits, greatest(6, length(digits)), '0'))
  from (select n, nextval('application_numbers')::text as digits
    from (select n from seeded where submitted_at is not null order by n) as submitted) as numbers
  where numbers.n = seeded.n`

/** Fills the temporary table `seeded` with these people of an exercise as it stands now. */
export async function inventPeople(
  client: pg.ClientBase,
  { list, from, to, shift }: PeopleRange,
  { year, now }: { year: number; now: Date },
) {
  await client.query('truncate seeded')
  const prefix = formatUserIdPrefix(year)
  await client.query(fillTable, [list, from, to, shift, surnames, femaleNames, maleNames, prefix, now])
  await client.query(numberApplications, [year])
  await client.query('analyze seeded')
}

/** What the user IDs of an exercise begin with. */
export const formatUserIdPrefix = (year: number): string => `RE${String(year).slice(-2)}-`
