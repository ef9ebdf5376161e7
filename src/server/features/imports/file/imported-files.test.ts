// What files of applicants may look like.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'

let api: TestApi
let registry: TestStaff
beforeAll(async () => {
  api = await startApi()
  registry = await createStaff(api, ['registry'], { isFresh: true })
})
afterAll(() => api.close())

const headings = 'Surname,First name,Middle name,Email,Phone,Date of birth,Gender,State,LGA,School,Department,Role'
const createLine = (email: string, surname = 'Bello') =>
  `${surname},Amina,,${email},08031234567,1985-06-15,f,Kaduna,Zaria,Technology,Computer Science,Lecturer II`
const createList = (...lines: string[]) => [headings, ...lines].join('\n')

async function upload(list: string) {
  await api.forgetRateLimits()
  const form = new FormData()
  form.append('file', new Blob([list]), 'applicants.csv')
  return (await registry.call('POST', '/staff/imports?kind=accounts', { body: form })).body.data
}

test.each([
  ['only a byte order mark', '\uFEFF', 'the file is empty'],
  ['only the headings', `\uFEFF${headings}\r\n`, 'there is nobody below the headings'],
  [
    'a cell of a megabyte',
    createList(createLine('a@example.org', 'x'.repeat(1_000_000))),
    'is longer than 20000 bytes; perhaps a quote is never closed',
  ],
])('%s is refused as a whole, with the reason', async (_, list, reason) => {
  const { state, errors, good } = await upload(list)
  expect({ state, good, reasons: errors.map((error: { reason: string }) => error.reason) }).toEqual({
    state: 'failed',
    good: 0,
    reasons: [reason],
  })
})

test('a list with semicolons, a byte order mark and Windows line breaks is read like any other', async () => {
  const list = `\uFEFF${createList(createLine('semicolons@example.org')).replaceAll(',', ';').replaceAll('\n', '\r\n')}\r\n`
  expect(await upload(list)).toMatchObject({ lines: 1, good: 1, failed: 0 })
})

test('names are stored in one spelling, and what is no name is refused', async () => {
  const emails = ['one@example.org', 'two@example.org', 'three@example.org', 'four@example.org'] as const
  const list = createList(
    createLine(emails[0], 'Ọládípò'.normalize('NFD')).replace('08031234567', '2348031234567'),
    createLine(emails[1], '#REF!'),
    createLine(emails[2], '"two\nlines"'),
    createLine(emails[3], 'ab\u202Ecd'),
  )
  const { id, errors } = await upload(list)
  expect(errors.map(({ line, reason }: { line: number; reason: string }) => [line, reason])).toEqual([
    [3, 'is an error of the spreadsheet'],
    [4, 'must be one line without control characters'],
    [6, 'must be one line without control characters'],
  ])
  await registry.call('POST', `/staff/imports/${id}/apply`, { body: { count: 1 } })
  const readState = async () => (await registry.call('GET', `/staff/imports/${id}`)).body.data.state
  await expect.poll(readState, { timeout: 30_000, interval: 100 }).toBe('applied')
  const [account] = await api.database.db.select().from(accounts).where(eq(accounts.email, emails[0]))
  expect(account).toMatchObject({ surname: 'Ọládípò'.normalize('NFC'), phone: '08031234567' })
})
