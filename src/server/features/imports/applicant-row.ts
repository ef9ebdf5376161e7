// One row of the list of applicants: validates the cells and converts them to the columns of an account.
import { z } from 'zod'
import { parseWrittenDay } from '#shared/format/days.ts'
import { isNoFormula, isNoSpreadsheetError, normalizePhone, printableLine } from '#shared/format/personal-data.ts'
import { toKobo } from '#shared/policy/money.ts'
import type { Post } from '#shared/reference-data/posts.ts'
import { states } from '#shared/reference-data/states.ts'
import {
  type AccountListColumn,
  accountListColumns,
  accountListHeadings,
  optionalAccountListColumns,
} from '#shared/staff/account-list.ts'
import { simplifyName } from '#shared/staff/exercise-settings.ts'

export const headings = accountListHeadings
export type Column = AccountListColumn
const columns = accountListColumns
export const optionalColumns = optionalAccountListColumns

export type RowCells = Record<Column, string>

export interface CellError {
  column: Column
  reason: string
}

/** What a row is checked against: the posts and fees of the exercise, and the date. */
export interface RowContext {
  posts: readonly Post[]
  feeKobo: number
  chargeKobo: number
  today: Date
}

type PersonalData = Omit<z.output<ReturnType<typeof createPersonSchema>>, 'fee' | 'charge'>
export type NewApplicant = PersonalData & Origin & PostChoice & { feeKobo: number; chargeKobo: number }

/** @returns a function that converts a row to an applicant, or to every error of the row */
export function createRowParser(context: RowContext): (cells: RowCells) => NewApplicant | CellError[] {
  // Once for all rows: creating a schema takes longer than checking a row.
  const personSchema = createPersonSchema(context)
  return (cells) => {
    const person = personSchema.safeParse(cells)
    const origin = parseOrigin(cells)
    const post = parsePost(cells, context.posts)
    const errors = [
      ...listFirstReasons(person.error),
      ...('error' in origin ? [origin.error] : []),
      ...('error' in post ? [post.error] : []),
    ]
    const formulas = columns.filter((column) => cells[column].startsWith('='))
    if (formulas.length > 0)
      return [
        ...formulas.map((column) => ({ column, reason: 'is a formula; enter its value' })),
        ...errors.filter(({ column }) => !formulas.includes(column)),
      ]
    if (!person.success || 'error' in origin || 'error' in post) return errors
    const { fee, charge, ...facts } = person.data
    return { ...facts, ...origin, ...post, feeKobo: fee ?? context.feeKobo, chargeKobo: charge ?? context.chargeKobo }
  }
}

/** One for each cell: of a date that does not exist it need not be said that it is not in the past. */
function listFirstReasons(error: z.ZodError | undefined): CellError[] {
  const issues = error?.issues ?? []
  return issues
    .filter(({ path: [column] }, index) => issues.findIndex((issue) => issue.path[0] === column) === index)
    .map(({ path, message }) => ({ column: path[0] as Column, reason: message }))
}

const name = z
  .string()
  .trim()
  .max(100, 'is longer than 100 characters')
  .regex(printableLine, 'must be one line without control characters')
  .regex(isNoSpreadsheetError, 'is an error of the spreadsheet')
  .regex(isNoFormula, 'must not begin with +, - or @')
const naira = z
  .string()
  .regex(/^(\d{1,7}(\.\d{1,2})?)?$/, 'must be naira in figures, such as 12000')
  .transform((typed) => (typed === '' ? null : toKobo(Number(typed))))

const createPersonSchema = ({ today }: RowContext) =>
  z.object({
    surname: name.min(1, 'is missing'),
    firstName: name.min(1, 'is missing'),
    middleName: name,
    email: z.string().toLowerCase().pipe(z.email('is not an email address').max(254, 'is too long')),
    phone: z
      .string()
      .transform(normalizePhone)
      .pipe(z.string().regex(/^0\d{10}$/, 'must have 11 digits and begin with 0, such as 08031234567')),
    dateOfBirth: z
      .string()
      .transform((typed) => parseWrittenDay(typed) ?? typed)
      .pipe(z.iso.date('must be a date such as 1985-06-15 or 15/06/1985'))
      .refine((date) => date >= '1900', 'is before 1900')
      .refine((date) => new Date(date) < today, 'is not in the past'),
    gender: z
      .string()
      .toLowerCase()
      .transform((typed) => ({ male: 'm', female: 'f' })[typed] ?? typed)
      .pipe(z.enum(['m', 'f'], 'must be m or f')),
    fee: naira,
    charge: naira,
  })

type ParseResult<T> = T | { error: CellError }
const fail = (column: Column, reason: string) => ({ error: { column, reason } })
const isSameName = (one: string, other: string) => simplifyName(one) === simplifyName(other)

interface Origin {
  state: string
  lga: string
}

function parseOrigin(cells: RowCells): ParseResult<Origin> {
  const state = states.find(({ state, alias }) => isSameName(state, cells.state) || isSameName(alias, cells.state))
  if (!state) return fail('state', cells.state ? `there is no state ${cells.state}` : 'is missing')
  const lga = state.lgas.find((one) => isSameName(one, cells.lga))
  if (!lga) return fail('lga', cells.lga ? `${state.state} has no LGA ${cells.lga}` : 'is missing')
  return { state: state.alias, lga }
}

interface PostChoice {
  school: string
  department: string | null
  role: string
}

function parsePost(cells: RowCells, posts: readonly Post[]): ParseResult<PostChoice> {
  const school = findName(posts, (post) => [post.school], cells.school)
  if (!school) return fail('school', cells.school ? `there is no school ${cells.school}` : 'is missing')
  const postsOfSchool = posts.filter((post) => post.school === school)
  const department = findName(postsOfSchool, (post) => [post.department ?? ''], cells.department)
  if (department === undefined)
    return fail('department', cells.department ? `${school} has no department ${cells.department}` : 'is missing')
  const postsOfDepartment = postsOfSchool.filter((post) => (post.department ?? '') === department)
  const role = findName(postsOfDepartment, (post) => post.roles, cells.role)
  if (!role) return fail('role', cells.role ? `${cells.role} is not open in ${department || school}` : 'is missing')
  return { school, department: department || null, role }
}

/** As the posts have it. */
function findName(
  posts: readonly Post[],
  listNames: (post: Post) => readonly string[],
  written: string,
): string | undefined {
  const names = posts.flatMap(listNames)
  return names.find((name) => name === written) ?? names.find((name) => isSameName(name, written))
}
