import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { recuseFrom } from '#tests/support/api/staff-objects.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let helpdesk: TestStaff
beforeAll(async () => {
  api = await startApi()
  helpdesk = await createStaff(api, ['helpdesk'], { name: 'Zainab Lawal' })
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

async function complain(more: object): Promise<string> {
  const { body } = await api.call('POST', '/contact/create', { body: { complain: 'I cannot pay at all.', ...more } })
  return body.data.number
}
const answer = (number: string, direction = 'out') =>
  helpdesk.call('POST', `/staff/complaints/${number}/messages`, {
    body: { direction, body: 'Try again now.\n\nSorry.' },
  })
const change = (number: string, body: object) => helpdesk.call('PATCH', `/staff/complaints/${number}`, { body })
const findAnswers = (email: string) =>
  api.mailbox.messages(email).filter(({ subject }) => subject.startsWith('Our answer'))

test('an answer reaches the mailbox of the account with its number, and the complaint is answered', async () => {
  const { id, userId, email } = await createApplicant(api)
  const number = await complain({ userId, email: 'somebody-else@example.org' })
  expect(await answer(number)).toMatchObject({
    status: 201,
    body: { data: { state: 'answered', messages: [{ direction: 'out', person: 'Zainab Lawal' }] } },
  })
  await expect.poll(() => findAnswers(email)).toHaveLength(1)
  await helpdesk.call('GET', `/staff/complaints/${number}`)
  const logged = await api.database.pool.query(
    `select template from emails join complaints on complaints.id = complaint_id where number = $1`,
    [number],
  )
  expect(logged.rows).toContainEqual({ template: 'complaintAnswered' })
  const { rows } = await api.database.pool.query(
    `select action, account_id from audit_log where subject_kind = 'complaint' and subject_id = $1 order by id`,
    [number],
  )
  expect(rows).toEqual(['complaint_answered', 'complaint_viewed'].map((action) => ({ action, account_id: id })))
  const [mail] = findAnswers(email)
  expect(mail?.subject).toBe(`Our answer to your complaint ${number}`)
  expect(mail?.text).toContain('Try again now.')
  expect(findAnswers('somebody-else@example.org')).toEqual([])
})

test('no answer, note or change is made that cannot be recorded', async () => {
  const number = await complain({ email: 'unrecorded@example.org' })
  const statuses = await withoutAuditLog(api, async () => [
    (await answer(number, 'note')).status,
    (await answer(number)).status,
    (await change(number, { state: 'closed', version: 1 })).status,
  ])
  expect(statuses).toEqual([500, 500, 500])
  const { body } = await helpdesk.call('GET', `/staff/complaints/${number}`)
  expect(body.data).toMatchObject({ state: 'new', version: 1, messages: [] })
  expect(findAnswers('unrecorded@example.org')).toEqual([])
})

test('a note stays inside', async () => {
  const number = await complain({ fullname: 'A Person', email: 'note@example.org' })
  expect((await answer(number, 'note')).body.data).toMatchObject({ state: 'new', messages: [{ direction: 'note' }] })
  expect(findAnswers('note@example.org')).toEqual([])
  expect((await answer(number)).body.data.messages).toMatchObject([{ direction: 'note' }, { direction: 'out' }])
  // Who wrote what is recorded, without the words.
  const { rows } = await api.database.pool.query(
    `select action, staff_id, detail from audit_log where subject_kind = 'complaint' and subject_id = $1 order by id`,
    [number],
  )
  expect(rows).toEqual(
    ['complaint_note_added', 'complaint_answered'].map((action) => ({ action, staff_id: helpdesk.id, detail: {} })),
  )
})

test('without an address nothing can be answered', async () => {
  // Beside a user ID that nobody has, an address proves nothing.
  for (const sender of [
    { fullname: 'A Person' },
    { userId: 'RE24-99999', email: 'typed@example.org' },
    { email: 'on my phone' },
    { email: ' ' },
  ]) {
    const number = await complain(sender)
    expect((await helpdesk.call('GET', `/staff/complaints/${number}`)).body.data.canAnswer).toBe(false)
    expect((await answer(number)).body.code).toBe('no_address')
    expect((await helpdesk.call('GET', `/staff/complaints/${number}`)).body.data.messages).toEqual([])
  }
  expect(findAnswers('typed@example.org')).toEqual([])
})

test('of two who change it at the same version, one is told what the other did', async () => {
  const number = await complain({ email: 'both@example.org' })
  const answers = await Promise.all([
    change(number, { state: 'closed', version: 1 }),
    change(number, { assignedTo: helpdesk.id, version: 1 }),
  ])
  const refused = answers.find(({ status }) => status === 409)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(refused?.body).toMatchObject({ code: 'changed_meanwhile', data: { number, version: 2 } })
  // The database compares no larger number than this.
  expect((await change(number, { state: 'open', version: 2_147_483_647 })).status).toBe(409)
  expect((await change(number, { state: 'open', version: 2_147_483_648 })).status).toBe(400)
})

test('the inbox is filtered and paged without doubles', async () => {
  const numbers: string[] = []
  for (let n = 0; n < 3; n++) numbers.unshift(await complain({ email: `paged-${n}@example.org` }))
  for (const number of numbers) await change(number, { assignedTo: helpdesk.id, state: 'open', version: 1 })
  const found: string[] = []
  for (let after = ''; found.length === 0 || after; ) {
    const query = `state=open&assigned=me&limit=1${after && `&after=${after}`}`
    const { body } = await helpdesk.call('GET', `/staff/complaints?${query}`)
    found.push(...body.data.rows.map(({ number }: { number: string }) => number))
    after = body.data.next ?? ''
  }
  expect(found).toEqual(numbers)

  const [ofNobody] = numbers
  await change(ofNobody as string, { assignedTo: null, version: 2 })
  const list = async (assigned: string) => {
    const { body } = await helpdesk.call('GET', `/staff/complaints?${new URLSearchParams({ assigned, limit: '100' })}`)
    return (body.data.rows as { number: string }[]).map(({ number }) => number).filter((one) => numbers.includes(one))
  }
  expect([await list('nobody'), await list('me'), await list('nobody|me'), await list(`me|${randomUUID()}`)]).toEqual([
    [ofNobody],
    numbers.slice(1),
    numbers,
    numbers.slice(1),
  ])
})

test('the bursar answers about money only, the data protection officer about personal details', async () => {
  const [money, other, details] = [
    await complain({ email: 'money@example.org' }),
    await complain({ email: 'other@example.org' }),
    await complain({ email: 'details@example.org' }),
  ]
  const bursar = await createStaff(api, ['bursar'])
  expect((await bursar.call('GET', `/staff/complaints/${money}`)).status).toBe(404)
  await change(money, { category: 'payment', version: 1 })
  const { body } = await bursar.call('GET', '/staff/complaints')
  expect(body.data.rows.map(({ number }: { number: string }) => number)).toEqual([money])
  await change(details, { category: 'details', version: 1 })
  const officer = await createStaff(api, ['dpo'])
  expect((await officer.call('GET', '/staff/complaints')).body.data.rows).toMatchObject([{ number: details }])
  expect(
    (await bursar.call('PATCH', `/staff/complaints/${other}`, { body: { state: 'closed', version: 1 } })).status,
  ).toBe(404)
})

test('the inbox is searched, ordered and counted', async () => {
  const [first, second] = [
    await complain({ fullname: 'Rare Person', complain: 'The 100% discount is missing.' }),
    await complain({ userId: 'RE99-00042', complain: 'A rare person called about 1005.' }),
  ]
  const find = async (query: string) => (await helpdesk.call('GET', `/staff/complaints?${query}`)).body.data
  expect(await find('q=rare person&sort=received')).toMatchObject({
    rows: [{ number: first, excerpt: 'The 100% discount is missing.' }, { number: second }],
    count: { value: 2, more: false },
  })
  expect((await find('q=100%25')).rows).toMatchObject([{ number: first }])
  expect((await find(`q=${second?.toLowerCase()}`)).rows).toMatchObject([{ number: second }])
  await change(first, { category: 'payment', state: 'open', version: 1 })
  expect((await find('q=rare&state=open|closed&category=payment')).rows).toMatchObject([{ number: first }])
  expect(await find('q=rare&receivedTo=2001-01-01')).toMatchObject({ rows: [], count: { value: 0 } })
  expect((await helpdesk.call('GET', '/staff/complaints?state=lost')).status).toBe(400)
})

test('of two who answer the same complaint, the second reads the first answer instead of sending another', async () => {
  const number = await complain({ email: 'answered-once@example.org' })
  const send = (body: string) =>
    helpdesk.call('POST', `/staff/complaints/${number}/messages`, { body: { direction: 'out', body, version: 1 } })
  expect((await send('The first answer.')).status).toBe(201)
  expect(await send('The second answer.')).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', data: { state: 'answered', messages: [{ body: 'The first answer.' }] } },
  })
  // A note contradicts no answer.
  const note = { direction: 'note', body: 'By phone as well.', version: 1 }
  expect((await helpdesk.call('POST', `/staff/complaints/${number}/messages`, { body: note })).status).toBe(201)
})

test('an answer or note whose way back was lost is tried again, and stands once', async () => {
  const number = await complain({ email: 'lost@example.org' })
  const other = await createStaff(api, ['helpdesk'])
  const send = (direction: string, body: string, by = helpdesk) =>
    by.call('POST', `/staff/complaints/${number}/messages`, { body: { direction, body, version: 1 } })
  for (const direction of ['note', 'out'])
    for (const _ of ['lost', 'again'])
      expect(await send(direction, 'Said once.')).toMatchObject({
        status: 201,
        body: { data: { messages: direction === 'note' ? [{}] : [{}, {}] } },
      })
  expect((await send('out', 'Said once.', other)).body.code).toBe('changed_meanwhile')
  expect((await send('note', 'Said once.', other)).body.data.messages).toHaveLength(3)
  expect((await send('note', 'Said once.')).body.data.messages).toHaveLength(4)
  // Notes that came meanwhile do not make a try another answer; a page that says nothing of what it saw sends one.
  expect((await send('note', 'By phone as well.')).body.data.messages).toHaveLength(5)
  expect(await send('out', 'Said once.')).toMatchObject({
    status: 201,
    body: { data: { messages: Array(5).fill({}) } },
  })
  const unseen = { direction: 'out', body: 'Said once.' }
  const { data } = (await helpdesk.call('POST', `/staff/complaints/${number}/messages`, { body: unseen })).body
  expect(data.messages).toHaveLength(6)
  await expect.poll(() => findAnswers('lost@example.org')).toHaveLength(2)
  // No try of what was lost: a page that does not know what has happened since.
  api.clock.advance(11 * 60_000)
  expect((await send('out', 'Said once.')).body.code).toBe('changed_meanwhile')
})

test('a change whose answer was lost is tried again, and recorded once', async () => {
  const number = await complain({ email: 'closed-once@example.org' })
  for (const _ of ['lost', 'again'])
    expect(await change(number, { state: 'closed', version: 1 })).toMatchObject({
      status: 200,
      body: { data: { state: 'closed', version: 2 } },
    })
  expect((await change(number, { state: 'junk', version: 1 })).body.code).toBe('changed_meanwhile')
})

test('of two answers at the same moment one is sent', async () => {
  const { userId, email } = await createApplicant(api)
  const number = await complain({ userId })
  const answers = await raceAtLock(api.database.url, 'select from complaints for no key update', [
    () => answer(number),
    () => answer(number),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const thread = (await helpdesk.call('GET', `/staff/complaints/${number}`)).body.data
  expect(thread.messages).toHaveLength(1)
  await expect.poll(() => findAnswers(email)).toHaveLength(1)
})

test('a note that is sent twice at the same moment stands once', async () => {
  const number = await complain({ fullname: 'A Person' })
  const notes = await raceAtLock(api.database.url, 'select from complaints for update', [
    () => answer(number, 'note'),
    () => answer(number, 'note'),
  ])
  expect(notes.map(({ status }) => status)).toEqual([201, 201])
  expect((await helpdesk.call('GET', `/staff/complaints/${number}`)).body.data.messages).toHaveLength(1)
})

test('a complaint that is deleted while somebody opens it is not found', async () => {
  const number = await complain({ fullname: 'A Person' })
  const [opened] = await raceAtLock(
    api.database.url,
    `lock table audit_log in share mode; delete from complaints where number = '${number}'`,
    [() => helpdesk.call('GET', `/staff/complaints/${number}`)],
  )
  expect([opened?.status, opened?.body.code]).toEqual([404, 'not_found'])
})

test('a complaint is linked to the applicant who wrote it, and its answer goes to that account', async () => {
  const { id, userId, email } = await createApplicant(api)
  const number = await complain({ fullname: 'A Person' })
  const { body } = await helpdesk.call('GET', `/staff/complaints/${number}`)
  expect(body.data).toMatchObject({ isLinked: false, canAnswer: false, version: 1 })
  expect((await change(number, { applicant: 'RE24-99999', version: 1 })).body.errors).toEqual([
    { path: 'applicant', message: 'There is no applicant with this user ID.' },
  ])
  const linked = await change(number, { applicant: userId.toLowerCase(), version: 1 })
  expect(linked.body.data).toMatchObject({ isLinked: true, canAnswer: true, userId, version: 2 })
  expect((await answer(number)).status).toBe(201)
  await expect.poll(() => findAnswers(email)).toHaveLength(1)
  expect((await change(number, { state: 'closed', version: 3 })).status).toBe(200)
  // Closed and linked as it is already.
  expect((await change(number, { state: 'closed', applicant: userId, version: 4 })).body.data.version).toBe(4)
  expect((await change(number, { state: 'junk', version: 3 })).body.code).toBe('changed_meanwhile')
  const { rows } = await api.database.pool.query(
    `select account_id, staff_id, detail from audit_log where action = 'complaint_changed' and subject_id = $1 order by id`,
    [number],
  )
  expect(rows).toEqual([
    { account_id: id, staff_id: helpdesk.id, detail: { columns: ['accountId', 'userId'] } },
    { account_id: id, staff_id: helpdesk.id, detail: { columns: ['state'], state: 'closed' } },
  ])
})

const cannotOpen = {
  status: 400,
  body: { errors: [{ path: 'assignedTo', message: 'This person cannot open the complaint.' }] },
}

test('a complaint is given to a colleague who may answer it and can sign in', async () => {
  const colleague = await createStaff(api, ['registry'], { name: 'Bisi Ajayi' })
  const auditor = await createStaff(api, ['auditor'], { name: 'Only Reads' })
  await createStaff(api, ['helpdesk'], { name: 'Has Left', status: 'suspended' })
  const { rows } = (await helpdesk.call('GET', '/staff/complaints/assignees')).body.data
  const names = rows.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['Bisi Ajayi', 'Zainab Lawal']))
  expect(names).toEqual(names.toSorted())
  expect(names).not.toEqual(expect.arrayContaining(['Only Reads']))
  expect(names).not.toEqual(expect.arrayContaining(['Has Left']))
  const number = await complain({ fullname: 'A Person' })
  const given = await change(number, { assignedTo: colleague.id, version: 1 })
  expect(given.body.data.assignedTo).toEqual({ id: colleague.id, name: 'Bisi Ajayi' })
  const bursar = await createStaff(api, ['bursar'])
  for (const { id } of [bursar, auditor])
    expect(await change(number, { assignedTo: id, version: 2 })).toMatchObject(cannotOpen)
  expect((await change(number, { category: 'payment', version: 2 })).status).toBe(200)
  expect((await change(number, { assignedTo: bursar.id, version: 3 })).status).toBe(200)
})

test('what somebody has left open who answers complaints no more is assigned to nobody', async () => {
  const colleague = await createStaff(api, ['helpdesk'])
  const admin = await createStaff(api, ['admin'], { isFresh: true })
  const numbers = [await complain({ email: 'left-open@example.org' }), await complain({ email: 'left@example.org' })]
  for (const number of numbers) await change(number, { assignedTo: colleague.id, version: 1 })
  await change(numbers[1] ?? '', { state: 'closed', version: 2 })
  const readAssigned = () =>
    Promise.all(
      numbers.map(async (number) => {
        const { body } = await helpdesk.call('GET', `/staff/complaints/${number}`)
        return body.data.assignedTo?.id
      }),
    )
  const changeColleague = async (body: object) => {
    const { version } = (await admin.call('GET', `/staff/people/${colleague.id}`)).body.data
    return (await admin.call('PATCH', `/staff/people/${colleague.id}`, { body: { ...body, version } })).status
  }
  expect(await changeColleague({ roles: [{ role: 'helpdesk' }, { role: 'exam' }] })).toBe(200)
  expect(await readAssigned()).toEqual([colleague.id, colleague.id])
  expect(await changeColleague({ status: 'left' })).toBe(200)
  expect(await readAssigned()).toEqual([undefined, colleague.id])
})

test('the inbox of an exercise has the complaints of its applicants, and those of nobody', async () => {
  const { rows } = await api.database.pool.query<{ id: number }>(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
     values ('Institute', 'I', 'Recruitment', 2033, 0, 0, '[]', 'Vendor') returning id`,
  )
  const own = await createApplicant(api)
  const other = await createApplicant(api, { exerciseId: rows[0]?.id ?? 0 })
  const marker = 'the inbox of the year'
  const send = (more: object) => complain({ complain: `I ask about ${marker}.`, ...more })
  const numbers = [
    await send({ userId: own.userId }),
    await send({ userId: other.userId }),
    await send({ fullname: 'A Person', email: 'nobody@example.org' }),
  ]
  const [ofOwn, ofOther, ofNobody] = numbers
  const list = async (query: string) =>
    (await helpdesk.call('GET', `/staff/complaints?q=${encodeURIComponent(marker)}&sort=received${query}`)).body.data
  const listNumbers = async (query: string) => (await list(query)).rows.map(({ number }: { number: string }) => number)
  expect(await listNumbers('&exercise=2024')).toEqual([ofOwn, ofNobody])
  expect(await listNumbers('&exercise=2033')).toEqual([ofOther, ofNobody])
  expect(await listNumbers('')).toEqual(numbers)
  expect((await list('&exercise=2033')).count).toEqual({ value: 2, more: false })
  const path = `/staff/complaints?q=${encodeURIComponent(marker)}&sort=received`
  const readBy = async (person: TestStaff) =>
    (await person.call('GET', path)).body.data.rows.map(({ number }: { number: string }) => number)
  const elsewhere = await createStaff(api, [{ role: 'helpdesk', exerciseId: rows[0]?.id ?? 0 }])
  expect(await readBy(elsewhere)).toEqual([ofOther, ofNobody])
  const { rows: years } = await api.database.pool.query('select id from exercises where year = 2024')
  const here = await createStaff(api, [{ role: 'helpdesk', exerciseId: years[0].id }])
  const assignees = (await elsewhere.call('GET', '/staff/complaints/assignees')).body.data.rows
  const ids = assignees.map(({ id }: { id: string }) => id)
  expect([elsewhere, helpdesk, here].map(({ id }) => ids.includes(id))).toEqual([true, true, false])
  const inBoth = await createStaff(api, [
    { role: 'helpdesk', exerciseId: rows[0]?.id ?? 0 },
    { role: 'helpdesk', exerciseId: years[0].id },
  ])
  const ofBoth = (await inBoth.call('GET', '/staff/complaints/assignees')).body.data.rows
  expect(ofBoth.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([elsewhere.id, here.id]))
  // Nor is a complaint linked to an applicant of whom the person may know nothing.
  const link = (applicant: string) =>
    elsewhere.call('PATCH', `/staff/complaints/${ofNobody}`, { body: { applicant, version: 1 } })
  expect((await link(own.userId)).body.errors).toEqual([
    { path: 'applicant', message: 'There is no applicant with this user ID.' },
  ])
  expect((await link(other.userId)).status).toBe(200)
})

test('who is recused from the case of an applicant reads none of the complaints about it', async () => {
  const { userId, id } = await createApplicationToReview(api)
  const number = await complain({ userId, complain: 'Of a relative of the officer.' })
  const unlinked = await complain({ complain: 'Of nobody who is known, or a relative of the officer.' })
  const relative = await createStaff(api, ['helpdesk'])
  await recuseFrom(api, relative.id, id, helpdesk.id)
  const find = async (person: TestStaff) =>
    (await person.call('GET', '/staff/complaints?q=relative of the officer')).body.data.rows
  expect(await find(helpdesk)).toMatchObject([{ number: unlinked }, { number }])
  expect(await find(relative)).toMatchObject([{ number: unlinked }])
  expect(await change(number, { assignedTo: relative.id, version: 1 })).toMatchObject(cannotOpen)
})

test('a complaint that has no number yet is in no inbox', async () => {
  await api.database.pool.query(`insert into complaints (complaint) values ('Without a number yet.')`)
  const { body } = await helpdesk.call('GET', '/staff/complaints?q=Without a number yet')
  expect(body.data.rows).toEqual([])
})
