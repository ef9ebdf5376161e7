import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createApplicant, createPaidApplicant, createReadyApplicant } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
let registry: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(async () => {
  registry = await createStaff(api, ['registry'])
})

interface Row {
  userId: string
  name: string
  lastSeen: string | null
}

async function list(query: Record<string, string>, person = registry) {
  const { status, body } = await person.call('GET', `/staff/applicants?${new URLSearchParams(query)}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data as { rows: Row[]; next: string | null; count: { value: number; more: boolean } }
}
const listIds = async (query: Record<string, string>, person = registry) =>
  (await list(query, person)).rows.map(({ userId }) => userId)

/** Accounts of the current exercise, as many as an import issues. */
const addAccounts = (count: number, prefix: string, first = 1) =>
  api.database.pool.query(
    `insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, surname, first_name, email, phone,
      date_of_birth, gender, state, lga, school, role, fee_kobo, charge_kobo, created_at)
    select (select id from exercises limit 1), $2 || lpad(n::text, 6, '0'), '', '', 'Walker' || n % 50, 'Amaka', 'a@example.org',
      '08011112222', '1985-06-15', 'f', 'ogun', 'Ijebu Ode', 'Walks', 'Lecturer II', 0, 0,
      now() - (n / 7) * interval '1 second' from generate_series($3::int, $3 + $1 - 1) as n`,
    [count, prefix, first],
  )

/** Every page until the last. */
async function walk(query: Record<string, string>, betweenPages: (page: number) => Promise<unknown>) {
  const userIds: string[] = []
  let after: string | null = null
  for (let page = 0; page === 0 || after; page++) {
    const found: Awaited<ReturnType<typeof list>> = await list({ ...query, ...(after && { after }) })
    userIds.push(...found.rows.map(({ userId }) => userId))
    after = found.next
    await betweenPages(page)
  }
  return userIds
}

test('10,000 applicants: none twice and none missing in either order while 500 are added', async () => {
  const prefix = 'RE24-W'
  for (let first = 1; first < 10_000; first += 1_000) await addAccounts(1_000, prefix, first)
  for (const sort of ['-issued', 'name']) {
    let added = 0
    const userIds = await walk({ school: 'Walks', limit: '100', sort, userId: prefix }, async (page) => {
      if (page % 2 === 1 || added === 500) return
      added += 10
      await addAccounts(10, `${prefix}X${sort}${added}-`)
    })
    expect(added, sort).toBe(500)
    expect(new Set(userIds).size, sort).toBe(userIds.length)
    expect(
      userIds.filter((userId) => /^RE24-W\d{6}$/.test(userId)),
      sort,
    ).toHaveLength(10_000)
  }
}, 120_000)

test('a count stops at a thousand, and at 200 where a name is searched for', async () => {
  await addAccounts(1_001, 'RE24-C')
  expect((await list({ school: 'Walks', limit: '1' })).count).toEqual({ value: 1_000, more: true })
  expect((await list({ userId: 'RE24-C000001' })).count).toEqual({ value: 1, more: false })
  expect((await list({ q: 'walker', school: 'Walks', limit: '1' })).count).toEqual({ value: 200, more: true })
})

test('the search box knows user ID, number, RRR, email address, phone number and names', async () => {
  const facts = { surname: 'Oládípò', firstName: 'Ngozi', email: 'Ngozi.Find@example.org', phone: '08099887766' }
  const { userId, id } = await createReadyApplicant(api, facts)
  const { rows } = await api.database.pool.query('select rrr from payments where account_id = $1', [id])
  const rrr: string = rows[0].rrr
  const searches = [
    userId,
    userId.toLowerCase(),
    rrr,
    `${rrr.slice(0, 4)}-${rrr.slice(4, 8)}-${rrr.slice(8)}`,
    'ngozi.find@EXAMPLE.org',
    'ngozi.find@',
    '08099887766',
    '+234 809 988 7766',
    'oladipo',
    'OLÁDÍ',
    'oladipo ngo',
    'Ngozi Oladipo',
    'ngozi',
  ]
  for (const q of searches) expect(await listIds({ q }), q).toContain(userId)
  // In what has neither name nor number nothing is looked for.
  expect(await listIds({ q: ' , ' })).toContain(userId)
  for (const q of ['oladipo amina', '%', '08099887767', 'ngozi_find@'])
    expect(await listIds({ q }), q).not.toContain(userId)
})

test('a search by name lists surnames first, and everybody once', async () => {
  const people = [
    await createApplicant(api, { surname: 'Zubairu', firstName: 'Zubairu' }),
    await createApplicant(api, { surname: 'Abah', firstName: 'Zubairu' }),
    await createApplicant(api, { surname: 'Zubair', firstName: 'Ada' }),
  ]
  const [both, byFirst, bySurname] = people.map(({ userId }) => userId)
  const ids = await walk({ q: 'zubair', limit: '1' }, async () => {})
  expect(ids).toEqual([bySurname, both, byFirst])
  expect((await list({ q: 'zubair' })).count).toEqual({ value: 3, more: false })
})

test('a name of two words is found as it is written, and by any apostrophe', async () => {
  const facts = { surname: 'Abd\u2019al Rahman', firstName: 'Musa Bako' }
  const { userId } = await createApplicant(api, facts)
  for (const q of [
    "abd'al rahman",
    'Abd\u02bcal Rahman, Musa',
    'abd’al rahman musa bako',
    "Musa Bako Abd'al",
    "musa abd'al",
  ])
    expect(await listIds({ q }), q).toEqual([userId])
  for (const q of ['rahman', "abd'al rahman amina", "abd'al bako"]) expect(await listIds({ q }), q).toEqual([])
})

test('filters narrow the list down together', async () => {
  const school = 'Filters'
  const unpaid = await createApplicant(api, { school, state: 'osun', gender: 'm', role: 'Lecturer I' })
  const paid = await createPaidApplicant(api, { school, state: 'osun', role: 'Lecturer II' })
  const ready = await createReadyApplicant(api, { school, state: 'delta', role: 'Lecturer II' })
  const expected: [Record<string, string>, string[]][] = [
    [{}, [ready.userId, paid.userId, unpaid.userId]],
    [{ stage: 'entered|identified' }, [ready.userId, unpaid.userId]],
    [{ paid: 'yes' }, [ready.userId, paid.userId]],
    [{ paid: 'yes', identified: 'no' }, [paid.userId]],
    [{ state: 'osun', gender: 'm' }, [unpaid.userId]],
    [{ role: 'Lecturer II', state: 'delta' }, [ready.userId]],
    [{ issuedFrom: '2999-01-01' }, []],
    [{ issuedTo: '2999-01-01', sort: 'issued' }, [unpaid.userId, paid.userId, ready.userId]],
    [{ exercise: '1999' }, []],
  ]
  for (const [query, userIds] of expected)
    expect(await listIds({ school, ...query }), JSON.stringify(query)).toEqual(userIds)
})

test('a day of issue begins and ends at midnight in Lagos', async () => {
  const school = 'Midnights'
  const moments = ['2024-10-13T22:59:59Z', '2024-10-13T23:00:00Z', '2024-10-14T22:59:59Z', '2024-10-14T23:00:00Z']
  const userIds: string[] = []
  for (const moment of moments) {
    const { id, userId } = await createApplicant(api, { school })
    await api.database.pool.query('update applicant_index set issued_at = $2 where account_id = $1', [id, moment])
    userIds.push(userId)
  }
  const [before, first, last, after] = userIds
  expect(await listIds({ school, issuedFrom: '2024-10-14', sort: 'issued' })).toEqual([first, last, after])
  expect(await listIds({ school, issuedTo: '2024-10-14', sort: 'issued' })).toEqual([before, first, last])
})

test('applicants who submitted on certain days are listed by submission, unless another order is chosen', async () => {
  const school = 'Days'
  const [early, late] = [await createReadyApplicant(api, { school }), await createReadyApplicant(api, { school })]
  for (const [{ id }, day] of [
    [late, '2999-10-14'],
    [early, '2999-10-15'],
  ] as const)
    await api.database.pool.query(
      `insert into applications (exercise_id, account_id, number, answers, rendered_tables, answers_digest, submitted_at)
      select exercise_id, id, 'APP-' || user_id, '{}', '[]', '', $2 from accounts where id = $1`,
      [id, `${day}T10:00:00Z`],
    )
  const days = { school, submittedFrom: '2999-10-14', submittedTo: '2999-10-15' }
  expect(await listIds(days)).toEqual([early.userId, late.userId])
  expect(await walk({ ...days, limit: '1' }, async () => {})).toEqual([early.userId, late.userId])
  expect(await listIds({ ...days, sort: '-issued' })).toEqual([late.userId, early.userId])
  // In the order of a moment stands who has it.
  await createApplicant(api, { school })
  expect(await listIds({ school, sort: 'submitted' })).toEqual([late.userId, early.userId])
  expect(await listIds({ school, sort: 'proposed' })).toEqual([])
})

test('a list says of each applicant when they were last seen', async () => {
  const school = 'Seen'
  const [early, late] = [await createApplicant(api, { school }), await createApplicant(api, { school })]
  const never = await createApplicant(api, { school })
  await api.database.pool.query('delete from sessions where account_id = $1', [never.id])
  for (const [{ id }, day] of [
    [early, '2024-10-01'],
    [late, '2024-10-02'],
  ] as const)
    await api.database.pool.query('update sessions set last_seen_at = $2 where account_id = $1', [
      id,
      `${day}T08:00:00Z`,
    ])
  const { rows } = await list({ school })
  expect(rows.map(({ userId, lastSeen }) => [userId, lastSeen])).toEqual([
    [never.userId, null],
    [late.userId, '2024-10-02T08:00:00.000Z'],
    [early.userId, '2024-10-01T08:00:00.000Z'],
  ])
})

test('what needs attention can be filtered', async () => {
  const { userId, id } = await createApplicant(api)
  await api.database.pool.query('insert into complaints (complaint, account_id) values ($1, $2)', ['Help', id])
  expect(await listIds({ flags: 'complaint' })).toEqual([userId])
  // It has no number yet, by which it could be opened.
  expect((await registry.call('GET', `/staff/applicants/${userId}`)).body.data.complaints).toEqual([])
})

test('a reviewer of a department sees nobody of another one of the school', async () => {
  const of = (department: string) => createApplicant(api, { school: 'Departments', department, surname: 'Departed' })
  const inside = await of('Physics')
  const outside = await of('Chemistry')
  const reviewer = await createStaff(api, [{ role: 'reviewer', school: 'Departments', department: 'Physics' }])
  const { rows, count } = await list({ q: 'departed' }, reviewer)
  expect([rows.map(({ userId }) => userId), count.value]).toEqual([[inside.userId], 1])
  expect(await listIds({ department: 'Chemistry' }, reviewer)).toEqual([])
  expect((await reviewer.call('GET', `/staff/applicants/${outside.userId}`)).status).toBe(404)
})

test('a reviewer sees the own school only', async () => {
  const inside = await createApplicant(api, { school: 'Arts', surname: 'Scoped' })
  const outside = await createApplicant(api, { school: 'Sciences', surname: 'Scoped' })
  const reviewer = await createStaff(api, [{ role: 'reviewer', school: 'Arts' }])
  expect(await listIds({ q: 'scoped' }, reviewer)).toEqual([inside.userId])
  expect((await reviewer.call('GET', `/staff/applicants/${inside.userId}`)).status).toBe(200)
  expect((await reviewer.call('GET', `/staff/applicants/${outside.userId}`)).status).toBe(404)
})

test('rows have neither email address nor phone number, by which they are found all the same', async () => {
  const { userId, email } = await createApplicant(api, { phone: '08031112223' })
  for (const q of [email, '08031112223']) {
    const { rows } = await list({ q }, registry)
    expect(rows.map((row: { userId: string }) => row.userId)).toEqual([userId])
    for (const contact of [email, '08031112223', '8031112223']) expect(JSON.stringify(rows)).not.toContain(contact)
  }
})

test.each([
  ['an unknown filter', { colour: 'red' }],
  ['a page that is too large', { limit: '101' }],
  ['another cursor', { after: 'WzAsWyJhIiwiYiJdXQ' }],
  ['no cursor at all', { after: 'x' }],
  ['no day', { issuedFrom: 'yesterday' }],
])('%s is refused', async (_, query) => {
  expect((await registry.call('GET', `/staff/applicants?${new URLSearchParams(query as never)}`)).status).toBe(400)
})
