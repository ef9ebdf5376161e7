import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
let helpdesk: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  helpdesk = await createStaff(api, ['helpdesk', 'registry'])
})
afterAll(() => api.close())

interface Row {
  number: string
  unanswered: number
}

async function complain(more: object): Promise<string> {
  await api.forgetRateLimits()
  const { body } = await api.call('POST', '/contact/create', { body: { complain: 'I cannot pay at all.', ...more } })
  return body.data.number
}
const list = async (query: Record<string, string> = {}, person = helpdesk) =>
  (await person.call('GET', `/staff/complaints?${new URLSearchParams(query)}`)).body.data
const getNumbers = (rows: Row[]) => rows.map(({ number }) => number)
const read = async (number: string, person = helpdesk) =>
  (await person.call('GET', `/staff/complaints/${number}`)).body.data
const change = async (number: string, body: object) => {
  const { version } = await read(number)
  return helpdesk.call('PATCH', `/staff/complaints/${number}`, { body: { ...body, version } })
}

test('complaints of one account or one email address are one row, with how many of them are open', async () => {
  const { userId, email } = await createApplicant(api)
  const other = await complain({ fullname: 'Somebody else', email: 'else@example.org' })
  const first = await complain({ userId })
  const typed = await complain({ fullname: 'A Person', email: email.toUpperCase() })
  const last = await complain({ userId, email: 'typed-beside@example.org' })
  const nameless = [await complain({ fullname: 'No address' }), await complain({ fullname: 'No address' })]

  expect((await list({ grouped: 'yes' })).rows).toMatchObject([
    { number: nameless[1], unanswered: 1 },
    { number: nameless[0], unanswered: 1 },
    { number: last, unanswered: 3 },
    { number: other, unanswered: 1 },
  ])
  const oldest = await list({ grouped: 'yes', sort: 'received' })
  expect(getNumbers(oldest.rows)).toEqual([other, first, ...nameless])
  expect(oldest.count).toEqual({ value: 6, more: false })
  expect((await list()).rows).toHaveLength(6)
  for (const sender of [first, typed.toLowerCase(), userId.toLowerCase(), email.toUpperCase()])
    expect(getNumbers((await list({ sender })).rows)).toEqual([last, typed, first])
  expect(getNumbers((await read(typed)).others)).toEqual([last, first])
  expect((await read(other)).others).toEqual([])

  await change(last, { state: 'closed' })
  expect((await list({ grouped: 'yes', state: 'new|open' })).rows).toContainEqual(
    expect.objectContaining({ number: typed, unanswered: 2 }),
  )
})

test('of the complaints of a sender the first one that matches a search is the row', async () => {
  const sender = { fullname: 'A Person', email: 'twice@example.org' }
  const wanted = await complain({ ...sender, complain: 'My certificate of baptism was refused.' })
  await complain(sender)
  expect(getNumbers((await list({ grouped: 'yes', q: 'certificate of baptism' })).rows)).toEqual([wanted])
})

test('a complaint that is linked to an applicant joins those of the applicant, also after a corrected address', async () => {
  const { userId } = await createApplicant(api)
  const own = await complain({ userId })
  const other = await complain({ fullname: 'Linked later', email: 'later@example.org' })
  expect((await read(own)).others).toEqual([])
  await change(other, { applicant: userId })
  expect(getNumbers((await read(own)).others)).toEqual([other])
  const typed = await complain({ fullname: 'New address', email: 'corrected@example.org' })
  await api.database.pool.query(`update accounts set email = 'Corrected@example.org' where user_id = $1`, [userId])
  expect(getNumbers((await read(own)).others)).toEqual([typed, other])
  expect(getNumbers((await list({ sender: userId })).rows)).toEqual([typed, other, own])
  const again = await complain({ userId })
  expect(getNumbers((await read(own)).others)).toEqual([again, typed, other])
})

test('the page of a complaint has the newest twenty others of its sender, and says whether there are more', async () => {
  const add = async (email: string, serial: number, count: number) => {
    const { rows } = await api.database.pool.query<{ number: string }>(
      `insert into complaints (number, email, complaint, created_at)
       select 'C-2031-' || $3::int + n, $1, repeat('Again and ', 50), now() + n / 2 * interval '1 minute' from generate_series(1, $2::int) as n
       returning number`,
      [email, count, serial],
    )
    const newest = await api.database.pool.query<{ number: string }>(
      `select number from complaints where email = $1 and number <> $2 order by created_at desc, id desc limit 20`,
      [email, rows[0]?.number],
    )
    const { others, moreOthers } = await read(rows[0]?.number ?? '')
    expect(getNumbers(others)).toEqual(getNumbers(newest.rows as Row[]))
    for (const { excerpt } of [...others, ...(await list({ sender: email })).rows]) expect(excerpt).toHaveLength(160)
    return moreOthers
  }
  expect(await add('twenty-others@example.org', 10_000, 21)).toBe(false)
  expect(await add('more-others@example.org', 20_000, 22)).toBe(true)
})

test('complaints with a blank address are not of one person, by any writer', async () => {
  await api.database.pool.query(
    `insert into complaints (number, email, complaint) values ('C-2032-00001', '', 'Again'), ('C-2032-00002', ' ', 'Again')`,
  )
  expect((await read('C-2032-00001')).others).toEqual([])
  const write = (number: string, email: string) =>
    api.database.pool.query('update complaints set email = $2 where number = $1', [number, email])
  await write('C-2032-00001', ' Spaces@example.org')
  await write('C-2032-00002', 'spaces@example.org ')
  expect(getNumbers((await read('C-2032-00001')).others)).toEqual(['C-2032-00002'])
})

test('only what the reader answers is grouped and counted', async () => {
  const email = 'both-kinds@example.org'
  const [money, form] = [await complain({ fullname: 'A', email }), await complain({ fullname: 'A', email })]
  await change(money, { category: 'payment' })
  await change(form, { category: 'form' })
  const bursar = await createStaff(api, ['bursar'])
  expect((await list({ grouped: 'yes', sender: email }, bursar)).rows).toMatchObject([{ number: money, unanswered: 1 }])
  expect((await read(money, bursar)).others).toEqual([])
  // Of one sender a thousand at most.
  await api.database.pool.query(
    `insert into complaints (number, email, complaint) select 'C-2034-' || n, $1, 'Again' from generate_series(1, 1000) as n`,
    [email],
  )
  expect((await list({ sender: email, limit: '1' })).rows).toMatchObject([{ unanswered: 1_000 }])
})

test.each(['received', '-received'])(
  'no sender is missed or met twice on the pages by %s while others write, and the same ones write again',
  async (sort) => {
    const tag = `${sort.length}-${sort.replace('-', 'd')}`
    const emails = Array.from({ length: 12 }, (_, n) => `pages-${tag}-${n}@example.org`)
    /** The rows of the list have no address. */
    const senders = new Map<string, string>()
    const write = async (fullname: string, email: string) => senders.set(await complain({ fullname, email }), email)
    for (const email of [...emails, ...emails.slice(0, 4)]) await write(`Pages ${tag}`, email)
    const met: string[] = []
    let next: string | null = null
    let turn = 0
    do {
      const page: { rows: Row[]; next: string | null } = await list({
        grouped: 'yes',
        q: `pages-${tag}`,
        sort,
        limit: '3',
        ...(next && { after: next }),
      })
      met.push(...page.rows.map(({ number }) => senders.get(number) ?? number))
      next = page.next
      // Somebody new, and somebody whose row may be on a page that has not been read yet.
      await write('New', `pages-${tag}-new-${turn}@example.org`)
      await write('Again', emails[turn]!)
      await write('Again', emails.at(-1 - turn)!)
      turn += 1
    } while (next && turn < 12)
    const known = met.filter((email) => emails.includes(email))
    expect(known.toSorted()).toEqual(emails.toSorted())
    expect(new Set(met).size).toBe(met.length)
  },
  60_000,
)
