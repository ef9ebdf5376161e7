// What the list of applicants promises to answer as fast among a million accounts as among few (docs/operations.md).
import type pg from 'pg'
import type { ListQuery } from '#server/features/applicants/list.ts'

type Query = Partial<ListQuery> & Record<string, unknown>

interface MeasuredList {
  pool: pg.Pool
  read(query: Query): Promise<{ next: string | null }>
}

export interface ListCase {
  name: string
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

/** Pages in the midst of the list, reached by the link to the next page. */
const midst =
  (filter: string, days: string[], query: Query): ListCase['prepare'] =>
  async ({ read }) =>
    Promise.all(
      days.map(async (day) => {
        const { next } = await read({ ...query, [filter]: day, limit: 1 })
        if (!next) throw new Error(`There is no page after ${day}.`)
        return { ...query, after: next }
      }),
    )

/** Searches for identifiers of some accounts. */
const searchFor =
  (sql: string): ListCase['prepare'] =>
  async ({ pool }) => {
    const { rows } = await pool.query<{ q: string }>(`${sql} limit ${variants}`)
    return rows.map(({ q }) => ({ q }))
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
  { name: 'a page in the midst', prepare: midst('issuedTo', ['2024-09-25', '2024-10-08', '2024-10-20'], {}) },
  {
    name: 'a page in the midst, by submission',
    prepare: midst('submittedTo', ['2024-10-10', '2024-10-25'], { sort: '-submitted' }),
  },
  ...Object.entries(filters).map(([name, columns]) => ({ name, prepare: filterBy(columns) })),
  { name: 'paid', prepare: always({ paid: 'yes' }, { paid: 'no' }) },
  { name: 'NIN verified', prepare: always({ identified: 'yes' }, { identified: 'no' }) },
  { name: 'flag', prepare: always({ flags: 'nin_mismatch' }, { flags: 'payment_differs' }) },
  { name: 'issued between', prepare: always({ issuedFrom: '2024-10-01', issuedTo: '2024-10-07' }) },
  { name: 'submitted between', prepare: always({ submittedFrom: '2024-10-14', submittedTo: '2024-10-20' }) },
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
