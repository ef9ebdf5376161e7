// A list of posts that staff upload: what it would change, line by line. Nothing is changed before it was looked at and saved.
import { isDeepStrictEqual } from 'node:util'
import { type ListError, type ListRow, type ReadableTable, readRows } from '#server/providers/files/tables/read-list.ts'
import type { CheckedPosts } from '#shared/api/staff/exercises.ts'
import { listedListErrors } from '#shared/api/staff/list-error.ts'
import { type RequirementName, requirementNames } from '#shared/decisions/requirements.ts'
import { parseLocalDateTime } from '#shared/format/local-time.ts'
import { getPostKey, type PostDetails, postDetails, simplifyName } from '#shared/staff/exercise-settings.ts'
import {
  getRequirementOptions,
  optionalPostListColumns,
  type PostListColumn,
  postListColumns,
  postListHeadings,
} from '#shared/staff/post-list.ts'
import { noDetails } from '../apply-settings.ts'

const postList = {
  headings: postListHeadings,
  optional: optionalPostListColumns,
  emptyReason: 'there is no post below the headings',
}

/** @param existing as the exercise has them now: what the list has no column for stays */
export async function checkPostList(table: ReadableTable, existing: readonly PostDetails[]): Promise<CheckedPosts> {
  const known = new Map(existing.map((post) => [getPostKey(post), post]))
  const firstLines = new Map<string, number>()
  const spell = createSpelling(existing)
  const read = await readRows(table, postList, (row) => readPost(row, { known, firstLines, spell }))
  if ('errors' in read) return { posts: [], same: 0, failed: 0, errors: read.errors, moreErrors: false }
  const posts = read.lines.flatMap((line) => ('post' in line ? [line.post] : []))
  const changed = posts.filter((post) => !isDeepStrictEqual(post, known.get(getPostKey(post))))
  const errors = read.lines.flatMap((line) => ('post' in line ? [] : line.errors))
  return {
    posts: changed,
    same: posts.length - changed.length,
    failed: read.lines.length - posts.length,
    errors: errors.slice(0, listedListErrors),
    moreErrors: errors.length > listedListErrors,
  }
}

type Row = ListRow<PostListColumn>

/** @returns a function that spells a name as the exercise does, or as the list did first: otherwise it would be another post */
function createSpelling(existing: readonly PostDetails[]): (name: string) => string {
  const names = new Set(existing.flatMap(({ school, department, role }) => [school, department ?? '', role]))
  const spellings = new Map([...names].map((name) => [simplifyName(name), name]))
  return (name) => {
    if (names.has(name)) return name
    const spelling = spellings.get(simplifyName(name)) ?? name.replace(/\s+/g, ' ')
    spellings.set(simplifyName(name), spelling)
    return spelling
  }
}

interface ReadContext {
  known: ReadonlyMap<string, PostDetails>
  firstLines: Map<string, number>
  spell: (name: string) => string
}

function readPost(
  { line, cells, columns, errors }: Row,
  { known, firstLines, spell }: ReadContext,
): { post: PostDetails } | { errors: ListError[] } {
  const name = { school: spell(cells.school), department: spell(cells.department) || null, role: spell(cells.role) }
  const key = getPostKey(name)
  const before: PostDetails = known.get(key) ?? { ...name, ...noDetails }
  const asked = requirementNames.map((one) => [
    one,
    columns.has(one) ? readRequirement(one, cells[one]) : before.requirements[one],
  ])
  const result = postDetails.safeParse({
    ...name,
    vacancies: columns.has('vacancies') ? readCount(cells.vacancies, null) : before.vacancies,
    requirements: Object.fromEntries(asked.filter(([, value]) => value !== undefined)),
    closesAt: columns.has('closesAt') ? readMoment(cells.closesAt) : before.closesAt,
  })
  const wrong = new Set(result.error?.issues.map(({ path }) => path.at(-1)))
  const firstLine = firstLines.get(key)
  firstLines.set(key, firstLine ?? line)
  const all = [
    ...errors,
    ...postListColumns.flatMap((column) => {
      const isFormula = cells[column].startsWith('=')
      if (!isFormula && !wrong.has(column)) return []
      const reason = isFormula ? 'is a formula; enter its value' : describeError(column, cells[column])
      return [{ column: postListHeadings[column], reason }]
    }),
    ...(firstLine === undefined ? [] : [{ column: postListHeadings.role, reason: `is on line ${firstLine} too` }]),
  ]
  return result.success && all.length === 0
    ? { post: result.data }
    : { errors: all.map((error) => ({ line, ...error })) }
}

/** Not checked yet: a text that is no number becomes NaN. */
const readCount = <Empty>(cell: string, empty: Empty): number | Empty =>
  cell === '' ? empty : /^\d+$/.test(cell) ? Number(cell) : Number.NaN

function readRequirement(name: RequirementName, cell: string): number | string | undefined {
  const options = getRequirementOptions(name)
  if (!options || cell === '') return readCount(cell, undefined)
  const isSame = (text: string) => text.toLowerCase() === cell.toLowerCase()
  return Object.entries(options).find(([value, label]) => isSame(value) || isSame(label))?.[0] ?? cell
}

/** Nigerian time, as people type it. */
function readMoment(cell: string): string | null {
  const local = cell.replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})/, toIsoDate).replace(' ', 'T')
  const moment = parseLocalDateTime(local)
  return moment !== null && !Number.isNaN(Date.parse(moment)) ? new Date(moment).toISOString() : moment
}

const toIsoDate = (_: string, day: string, month: string, year: string) =>
  [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')

function describeError(column: PostListColumn, cell: string): string {
  if (column === 'school' || column === 'department' || column === 'role')
    return cell === '' ? 'is missing' : 'is longer than 200 characters'
  if (column === 'closesAt') return 'must be a day and time such as 2026-12-31 23:59, or empty'
  if (column === 'vacancies') return 'must be a whole number up to 10000, or empty'
  const options = getRequirementOptions(column)
  if (options) return `must be one of ${[...new Set(Object.values(options))].join(', ')}, or empty`
  return 'must be a whole number up to 60, or empty'
}
