// One line of the list of applicants, from text to what an account is opened with.
import { z } from 'zod'
import { koboOf } from '#shared/policy/money.ts'
import { isOpenPost, type Post } from '#shared/reference-data/posts.ts'
import { states } from '#shared/reference-data/states.ts'
import type { NewApplicant } from './issue-accounts.ts'

export const headings = {
  surname: 'surname',
  firstName: 'first name',
  middleName: 'middle name',
  email: 'email',
  phone: 'phone',
  dateOfBirth: 'date of birth',
  gender: 'gender',
  state: 'state',
  lga: 'LGA',
  school: 'school',
  department: 'department',
  role: 'role',
  fee: 'fee',
  charge: 'charge',
} as const
export type Column = keyof typeof headings
export const columns = Object.keys(headings) as Column[]
export const optionalColumns: readonly Column[] = ['fee', 'charge']

export type Cells = Record<Column, string>

export interface CellFault {
  column: Column
  reason: string
}

/** What the exercise says about whom may be listed, and today's date. */
export interface Frame {
  posts: readonly Post[]
  feeKobo: number
  chargeKobo: number
  today: Date
}

/** The applicant, or everything that is wrong with the line. */
export function readRow(cells: Cells, frame: Frame): NewApplicant | CellFault[] {
  const facts = factsOf(frame).safeParse(cells)
  const place = placeOf(cells)
  const post = postOf(cells, frame.posts)
  const faults = [
    ...(facts.error?.issues ?? []).map(({ path, message }) => ({ column: path[0] as Column, reason: message })),
    ...('faults' in place ? place.faults : []),
    ...('faults' in post ? post.faults : []),
  ]
  if (!facts.success || 'faults' in place || 'faults' in post) return faults
  const { fee, charge, ...person } = facts.data
  return { ...person, ...place, ...post, feeKobo: fee ?? frame.feeKobo, chargeKobo: charge ?? frame.chargeKobo }
}

const name = z.string().trim().max(100, 'is longer than 100 characters')
const naira = z
  .string()
  .regex(/^(\d{1,7}(\.\d{1,2})?)?$/, 'must be naira in figures, such as 12000')
  .transform((typed) => (typed === '' ? null : koboOf(Number(typed))))

const factsOf = ({ today }: Frame) =>
  z.object({
    surname: name.min(1, 'is missing'),
    firstName: name.min(1, 'is missing'),
    middleName: name,
    email: z.string().toLowerCase().pipe(z.email('is not an email address').max(254, 'is too long')),
    phone: z
      .string()
      .transform((typed) => typed.replace(/[\s()-]/g, '').replace(/^\+234/, '0'))
      .pipe(z.string().regex(/^0\d{10}$/, 'must have 11 digits and begin with 0, such as 08031234567')),
    dateOfBirth: z
      .string()
      .transform((typed) => typed.replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, isoDay))
      .pipe(z.iso.date('must be a date such as 1985-06-15 or 15/06/1985'))
      .refine((day) => new Date(day) < today, 'is not in the past'),
    gender: z
      .string()
      .toLowerCase()
      .transform((typed) => ({ male: 'm', female: 'f' })[typed] ?? typed)
      .pipe(z.enum(['m', 'f'], 'must be m or f')),
    fee: naira,
    charge: naira,
  })

const isoDay = (_: string, day: string, month: string, year: string) =>
  [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')

type Read<T> = T | { faults: CellFault[] }
const fault = (column: Column, reason: string) => ({ faults: [{ column, reason }] })
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function placeOf(cells: Cells): Read<{ state: string; lga: string }> {
  const state = states.find(({ state, alias }) => isSame(state, cells.state) || isSame(alias, cells.state))
  if (!state) return fault('state', cells.state ? `there is no state ${cells.state}` : 'is missing')
  const lga = state.lgas.find((one) => isSame(one, cells.lga))
  if (!lga) return fault('lga', cells.lga ? `${state.state} has no LGA ${cells.lga}` : 'is missing')
  return { state: state.alias, lga }
}

function postOf(
  { school, department, role }: Cells,
  posts: readonly Post[],
): Read<{ school: string; department: string | null; role: string }> {
  const ofSchool = posts.filter((post) => post.school === school)
  if (ofSchool.length === 0) return fault('school', school ? `there is no school ${school}` : 'is missing')
  if (!ofSchool.some((post) => post.department === (department || null)))
    return fault('department', department ? `${school} has no department ${department}` : 'is missing')
  if (!isOpenPost(posts, school, department, role))
    return fault('role', role ? `${role} is not open in ${department || school}` : 'is missing')
  return { school, department: department || null, role }
}
