// Posts come by list: it is checked with every error by line and column, and what it changes is saved like any other change.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CheckedPosts } from '#shared/api/staff/exercises.ts'
import { formatCsv } from '#shared/format/csv.ts'
import { formatPostRow, postListColumns, postListHeadings } from '#shared/staff/post-list.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createWorkbookFile } from '#tests/support/fixtures/formats/workbook-file.ts'

let api: TestApi
let admin: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  admin = await createStaff(api, ['admin'])
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

async function check(list: string, person = admin, year = 2024) {
  const form = new FormData()
  form.append('file', new Blob([list]), 'posts.csv')
  return person.call('POST', `/staff/exercises/${year}/posts`, { body: form })
}
const read = async () => (await admin.call('GET', '/staff/exercises/2024')).body.data
const checkLines = async (...lines: string[]): Promise<CheckedPosts> => (await check(lines.join('\n'))).body.data

test('a closing time is read from a workbook, where Excel has made a moment of it', async () => {
  const workbook = createWorkbookFile([
    ['school', 'department', 'role', 'closes'],
    ['Technology', 'Computer Science', 'Lecturer II', { date: '2031-06-30T17:00Z' }],
  ])
  const form = new FormData()
  form.append('file', new Blob([workbook as BlobPart]), 'posts.xlsx')
  const { data } = (await admin.call('POST', '/staff/exercises/2024/posts', { body: form })).body
  expect(data).toMatchObject({ errors: [], posts: [{ closesAt: '2031-06-30T16:00:00.000Z' }] })
})

test('a post in capitals or with more spaces is the one that the exercise has, and of the same list the one before', async () => {
  const head = 'school,department,role,vacancies'
  const known = await checkLines(head, 'TECHNOLOGY,COMPUTER  SCIENCE,lecturer ii,7')
  expect(known.posts).toMatchObject([{ school: 'Technology', department: 'Computer Science', role: 'Lecturer II' }])
  const added = await checkLines(head, 'Arts,Fine  Art,Dean,1', 'ARTS,FINE ART,DEAN,2', 'TECHNOLOGY,Fine art,Dean,1')
  expect(added.errors).toEqual([{ line: 3, column: 'role', reason: 'is on line 2 too' }])
  expect(added.posts).toMatchObject([
    { school: 'Arts', department: 'Fine Art', role: 'Dean' },
    { school: 'Technology', department: 'Fine Art', role: 'Dean' },
  ])
})

test('a list sets vacancies, requirements and closing times, adds posts, and keeps what it has no column for', async () => {
  const checked = await checkLines(
    'Role,School,Department,Vacancies,Lowest certificate,Years of experience,Closes',
    'Lecturer II,Technology,Computer Science,3,msc,4,30/6/2031 17:00',
    'Professor,Technology,Computer Science,1,PhD,,',
    'Lecturer II Mathematics,General Studies,,,,,',
  )
  expect(checked).toMatchObject({ same: 1, failed: 0, errors: [] })
  expect(checked.posts).toEqual([
    {
      school: 'Technology',
      department: 'Computer Science',
      role: 'Lecturer II',
      vacancies: 3,
      requirements: { minCertificate: 'msc', minYears: 4 },
      closesAt: '2031-06-30T16:00:00.000Z',
    },
    {
      school: 'Technology',
      department: 'Computer Science',
      role: 'Professor',
      vacancies: 1,
      requirements: { minCertificate: 'phd' },
      closesAt: null,
    },
  ])
  const { version } = await read()
  const [known] = checked.posts
  const body = { postDetails: [known], version }
  expect((await admin.call('PUT', '/staff/exercises/2024', { body })).status).toBe(200)
  const shorter = await checkLines('school,department,role,vacancies', 'Technology,Computer Science,Lecturer II,5')
  expect(shorter.posts).toEqual([{ ...known, vacancies: 5 }])
  const other = await checkLines('school,department,role,closes', 'Technology,Computer Science,Lecturer II,')
  expect(other.posts).toEqual([{ ...known, closesAt: null }])
})

test('the posts as they are can be downloaded and uploaded again without a change', async () => {
  const { posts } = await read()
  const list = formatCsv([postListColumns.map((column) => postListHeadings[column]), ...posts.map(formatPostRow)])
  expect((await check(list)).body.data).toMatchObject({ posts: [], same: posts.length, failed: 0 })
})

test('every error is said by line and column, and changes nothing', async () => {
  const before = await read()
  const { posts, failed, errors } = await checkLines(
    'school,department,role,vacancies,lowest certificate,publications,closes',
    ',Computer Science,Lecturer I,many,Diploma,61,tomorrow',
    'Technology,Computer Science,Lecturer I,2,,,',
    'Technology,Computer Science,Lecturer I,2,,,',
    'Technology,Computer Science,=A1,2,,,',
    'Technology,Computer Science,Lecturer II,2,,,,one too many',
  )
  expect(errors.map(({ line, column, reason }) => `${line} ${column}: ${reason}`)).toEqual([
    '2 school: is missing',
    '2 vacancies: must be a whole number up to 10000, or empty',
    expect.stringMatching(/^2 lowest certificate: must be one of .*MSc.*, or empty$/),
    '2 publications: must be a whole number up to 60, or empty',
    '2 closes: must be a day and time such as 2026-12-31 23:59, or empty',
    '4 role: is on line 3 too',
    '5 role: is a formula; enter its value',
    '6 : has more cells than there are headings; a cell with a comma in it must stand in quotes',
  ])
  expect([posts.length, failed]).toEqual([1, 4])
  expect(await read()).toEqual(before)
  expect((await checkLines('school,department', 'Technology,Computing')).errors).toEqual([
    { line: 1, column: 'role', reason: 'is not among the headings' },
  ])
  expect((await checkLines('school,department,role')).errors[0]?.reason).toBe('there is no post below the headings')
  expect((await check('PK\u0003\u0004')).body.code).toBe('list_unreadable')
})

test('of more than a thousand errors the first thousand are named', async () => {
  for (const [count, moreErrors] of [
    [1_000, false],
    [1_001, true],
  ] as const) {
    const lines = Array.from({ length: count }, (_, n) => `,Computing,Lecturer ${n}`)
    const data = await checkLines('school,department,role', ...lines)
    expect([data.failed, data.errors.length, data.moreErrors]).toEqual([count, 1_000, moreErrors])
    expect(data.errors.at(-1)?.line).toBe(1_001)
  }
})

test('V8.2.1 who may not change settings checks no list of posts', async () => {
  const reviewer = await createStaff(api, ['reviewer'])
  expect((await check('school,department,role', reviewer)).body.code).toBe('not_permitted')
  expect((await check('school,department,role', admin, 2090)).status).toBe(404)
})
