// What the list of applicants promises to answer as fast among a million accounts as among few (docs/operations.md).
import type pg from 'pg'
import { type MeasuredLists, pageSize, type ListedQuery as Query } from './measured-lists.ts'

interface MeasuredList {
  pool: pg.Pool
  /** A page of the list of applicants. */
  read(query: Query): Promise<{ next?: string | null }>
  readList(list: keyof MeasuredLists, query: Query): Promise<{ next?: string | null }>
}

export interface ListCase {
  name: string
  /** Of applicants by default. */
  list?: keyof MeasuredLists
  /** True where a time is printed, and no limit held against it. */
  isUnlimited?: boolean
  /** Queries of this kind that have at least a page of answers in this database. */
  prepare(list: MeasuredList): Promise<Query[]>
}

const variants = 4

/** The most frequent values of these columns as a query; the same ones however many accounts there are. */
const filterBy =
  (columns: Readonly<Record<string, string>>): ListCase['prepare'] =>
  async ({ pool }) => {
    const names = Object.values(columns)
    const { rows } = await pool.query(
      `select ${names.join(', ')} from applicant_index where num_nonnulls(${names.join(', ')}) = ${names.length}
      group by ${names.join(', ')} order by count(*) desc, ${names.join(', ')} limit ${variants}`,
    )
    return rows.map((row) =>
      Object.fromEntries(Object.entries(columns).map(([filter, column]) => [filter, row[column]])),
    )
  }

const always =
  (...queries: Query[]): ListCase['prepare'] =>
  async () =>
    queries

type Moment = 'issued' | 'submitted'

/** Days until which these shares of the applicants were issued an account, or have submitted. */
async function findDays(pool: pg.Pool, moment: Moment, shares: number[]): Promise<string[]> {
  const { rows } = await pool.query<{ day: string }>(
    `select to_char(at at time zone 'Africa/Lagos', 'YYYY-MM-DD') as day
    from unnest((select percentile_disc($1::float8[]) within group (order by ${moment}_at) from applicant_index)) as at`,
    [shares],
  )
  return rows.map(({ day }) => day)
}

/** Pages in the midst of the list, reached by the link to the next page. */
const midst =
  (moment: Moment, shares: number[], query: Query): ListCase['prepare'] =>
  async ({ pool, read }) => {
    const days = await findDays(pool, moment, shares)
    return Promise.all(
      days.map(async (day) => {
        const { next } = await read({ ...query, [`${moment}To`]: day, limit: 1 })
        if (!next) throw new Error(`There is no page after ${day}.`)
        return { ...query, after: next }
      }),
    )
  }

const between =
  (moment: Moment): ListCase['prepare'] =>
  async ({ pool }) => {
    const [from, to] = await findDays(pool, moment, [0.4, 0.5])
    return [{ [`${moment}From`]: from, [`${moment}To`]: to }]
  }

/** Searches for identifiers of some accounts. */
const searchFor =
  (sql: string): ListCase['prepare'] =>
  async ({ pool }) => {
    const { rows } = await pool.query<{ q: string }>(`${sql} limit ${variants}`)
    return rows.map(({ q }) => ({ q }))
  }

/** Applicants who are named one by one. */
const chooseFirst =
  (count: number): ListCase['prepare'] =>
  async ({ pool }) => {
    const { rows } = await pool.query<{ id: string }>(
      'select user_id as id from applicant_index order by account_id limit $1',
      [count],
    )
    return [{ userIds: rows.map(({ id }) => id) }]
  }

const filters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  stage: { stage: 'stage' },
  post: { role: 'role' },
  school: { school: 'school' },
  department: { department: 'department' },
  state: { state: 'state' },
  LGA: { lga: 'lga' },
  gender: { gender: 'gender' },
  published: { published: 'published' },
  'stage, post': { stage: 'stage', role: 'role' },
  'post, state': { role: 'role', state: 'state' },
  'post, state, gender': { role: 'role', state: 'state', gender: 'gender' },
  'state, LGA': { state: 'state', lga: 'lga' },
}

export const listCases: readonly ListCase[] = [
  { name: 'newest first', prepare: always({}) },
  { name: 'oldest first', prepare: always({ sort: 'issued' }) },
  { name: 'by name', prepare: always({ sort: 'name' }, { sort: '-name' }) },
  { name: 'by submission', prepare: always({ sort: '-submitted' }, { sort: 'submitted' }) },
  { name: 'a page in the midst', prepare: midst('issued', [0.3, 0.5, 0.8], {}) },
  {
    name: 'a page in the midst, by submission',
    prepare: midst('submitted', [0.3, 0.7], { sort: '-submitted' }),
  },
  ...Object.entries(filters).map(([name, columns]) => ({ name, prepare: filterBy(columns) })),
  { name: 'paid', prepare: always({ paid: 'yes' }, { paid: 'no' }) },
  { name: 'NIN verified', prepare: always({ identified: 'yes' }, { identified: 'no' }) },
  { name: 'flag', prepare: always({ flags: 'nin_mismatch' }, { flags: 'payment_differs' }) },
  { name: 'issued between', prepare: between('issued') },
  { name: 'submitted between', prepare: between('submitted') },
  { name: 'surname', prepare: always({ q: 'bello' }, { q: 'Adeyemi' }, { q: 'oj' }, { q: 'mus' }) },
  { name: 'surname and first name', prepare: always({ q: 'bello aisha' }, { q: 'okeke ng' }, { q: 'Ibrahim Ahmed' }) },
  { name: 'first name', prepare: always({ q: 'ngozi' }, { q: 'chin' }) },
  { name: 'user ID', prepare: searchFor('select user_id as q from applicant_index order by account_id') },
  { name: 'beginning of a user ID', prepare: always({ q: 'RE24-005' }, { q: 'RE24-0071' }) },
  {
    name: 'application',
    prepare: searchFor('select number as q from applicant_index where number is not null order by account_id'),
  },
  { name: 'RRR', prepare: searchFor('select rrr as q from payments where rrr is not null order by account_id') },
  { name: 'email', prepare: searchFor('select email_folded as q from applicant_index order by account_id') },
  { name: 'phone', prepare: searchFor('select phone as q from applicant_index order by account_id') },
]

const unanswered = { state: 'new|open' }
/** As many user IDs begin like this in a small database as in a large one. */
const sameInBoth = [{ q: 'RE24-005' }, { q: 'RE24-0071' }]

type ExamList = 'sittings' | 'seats' | 'results' | 'offers'

const pagesOf: ListCase['prepare'] = always({})

/** The tenth page. */
const tenth =
  (list: ExamList): ListCase['prepare'] =>
  async ({ readList }) => {
    let query: Query = {}
    for (let page = 1; page < 10; page++) query = { after: (await readList(list, query)).next ?? undefined }
    return [query]
  }

/** The most and the least frequent value of a column of the table that the list is of, with at least a page of rows. */
const filterByFact =
  (table: ExamList, filter: string, column: string): ListCase['prepare'] =>
  async ({ pool }) => {
    const { rows } = await pool.query<{ value: string }>(
      `with counted as (select ${column} as value, count(*) as rows from ${table} where ${column} is not null group by 1
        having count(*) >= ${pageSize})
      (select value from counted order by rows desc, value limit 1)
      union all (select value from counted order by rows, value limit 1)`,
    )
    return rows.map(({ value }) => ({ [filter]: value }))
  }

const applicantFacts = [
  ['school', 'school'],
  ['role', 'role'],
  ['state', 'home_state'],
] as const

const examCases: readonly [ExamList, string, ListCase['prepare']][] = [
  ['sittings', 'in their order', pagesOf],
  ['seats', 'with a conflict', always({ attendance: 'conflict' })],
  [
    'seats',
    'by attendance',
    always({ attendance: 'present' }, { attendance: 'turned_away' }, { attendance: 'unmarked' }),
  ],
  ['seats', 'by kind', always({ kind: 'cbt' }, { kind: 'interview' })],
  ['results', 'lowest first', always({ sort: 'score' })],
  ['results', 'by kind', always({ kind: 'cbt' }, { kind: 'interview' })],
  ['offers', 'by what became of it', always({ offer: 'accepted' }, { offer: 'withdrawn' })],
  ['offers', 'by gender', always({ gender: 'm' }, { gender: 'f' })],
  ...(['seats', 'results', 'offers'] as const).flatMap((list): [ExamList, string, ListCase['prepare']][] => [
    [list, 'in their order', pagesOf],
    [list, 'the tenth page', tenth(list)],
    [list, 'by name', always({ q: 'bello' }, { q: 'ngozi' })],
    [list, 'by number', always({ number: 'APP-2024-00012' })],
    ...applicantFacts.map(([filter, column]): [ExamList, string, ListCase['prepare']] => [
      list,
      `by ${filter}`,
      filterByFact(list, filter, column),
    ]),
  ]),
]

/**
 * What Home, the inbox, the actions on chosen applicants and the exports ask for. A file takes minutes: how soon it begins is
 * for information.
 */
export const otherCases: readonly ListCase[] = [
  {
    name: 'Home: oldest without a review',
    list: 'applications',
    prepare: always({ stage: 'submitted', limit: 1 }),
  },
  {
    name: 'Home: oldest in the own queue',
    list: 'applications',
    prepare: always({ stage: 'submitted|screening', assigned: 'me', limit: 1 }),
  },
  {
    name: 'Home: oldest complaint',
    list: 'complaints',
    prepare: always({ ...unanswered, exercise: 2024, sort: 'received', limit: 1 }),
  },
  {
    name: 'Home: complaints due',
    list: 'complaints',
    prepare: always({ ...unanswered, exercise: 2024, receivedTo: '2024-10-20', limit: 1 }),
  },
  { name: 'Home: own approvals', list: 'publications', prepare: always({ limit: 100 }) },
  {
    name: 'inbox by sender',
    list: 'complaints',
    prepare: always({ grouped: 'yes' }, { grouped: 'yes', ...unanswered }),
  },
  {
    name: 'inbox by sender, of the exercise',
    list: 'complaints',
    prepare: always({ grouped: 'yes', ...unanswered, exercise: 2024, sort: 'received' }),
  },
  {
    name: 'draft of a reminder',
    list: 'mailings',
    prepare: always(...sameInBoth.map((filter) => ({ kind: 'reminder', ...filter }))),
  },
  {
    name: 'draft of the first email again',
    list: 'mailings',
    prepare: always(...sameInBoth.map((filter) => ({ kind: 'firstEmail', ...filter }))),
  },
  ...examCases.map(([list, name, prepare]) => ({ name: `${list}: ${name}`, list, prepare })),
  { name: 'export of 1,000 chosen', isUnlimited: true, list: 'export of applicants', prepare: chooseFirst(1_000) },
  {
    name: 'export of a filter, first rows',
    isUnlimited: true,
    list: 'export of applicants',
    prepare: always({ stage: 'submitted' }, { state: 'lagos', sort: '-submitted' }),
  },
  {
    name: 'export of complaints, first rows',
    isUnlimited: true,
    list: 'export of complaints',
    prepare: always({}, { state: 'new|open', sort: 'received' }),
  },
]
