// An interview: panels see applicants at their times, and each member scores alone until all have handed in their sheets.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { InterviewPanels } from '#shared/api/staff/interviews.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { listAuditEvents, withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { recuseFrom } from '#tests/support/api/staff-objects.ts'
import { scoreAll } from '#tests/support/fixtures/interviews.ts'
import type { AddedApplication } from '#tests/support/fixtures/many-applications.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'
import { formerTimes } from '#tests/support/fixtures/sittings.ts'
import { countLockWaits, raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let officer: TestStaff
let members: [TestStaff, TestStaff, TestStaff]
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  officer = await createStaff(api, ['exam'], { name: 'Officer' })
  members = [
    await createStaff(api, ['reviewer'], { name: 'Ada' }),
    await createStaff(api, ['reviewer'], { name: 'Bola' }),
    await createStaff(api, ['chair'], { name: 'Chidi' }),
  ]
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

const addInterview = (count: number) =>
  addSeatedSitting(api, { count, madeBy: officer.id, sitting: { kind: 'interview', ...formerTimes } })

/** Members are named by name, in whatever order they were added. */
const addPanel = (sitting: string, people: readonly TestStaff[] = members, name = 'Panel A', by = officer) =>
  by.call('POST', `/staff/sittings/${sitting}/panels`, {
    body: { name, members: people.map(({ id }) => id).toReversed() },
  })
const arrange = (sitting: string, body: object = {}, by = officer) =>
  by.call('POST', `/staff/sittings/${sitting}/slots`, { body: { minutes: 20, ...body } })
const readPanels = async (sitting: string, by = officer): Promise<InterviewPanels> =>
  (await by.call('GET', `/staff/sittings/${sitting}/panels`)).body.data

/** By one who sees the panel and the time of that moment. */
async function chooseSlot(seat: string | undefined, body: { panel: string; startsAt: string }, by = officer) {
  const { rows } = await api.database.pool.query(
    'select panel_id as panel, starts_at as "startsAt" from interview_slots where seat_id = $1',
    [seat],
  )
  return by.call('PUT', `/staff/seats/${seat}/slot`, { body: { ...body, seen: rows[0] ?? null } })
}

/** One applicant before a panel. */
async function addSlot(people: readonly TestStaff[] = members) {
  const { id: sitting, applicants } = await addInterview(1)
  const { body } = await addPanel(sitting, people)
  expect((await arrange(sitting)).body.data).toEqual({ arranged: 1, left: [] })
  const seat = (await readPanels(sitting)).slots[0]?.seat ?? ''
  return { sitting, seat, panel: body.data.panels[0].id as string, applicant: applicants[0] as AddedApplication }
}

const endRecusals = ({ id }: TestStaff) =>
  api.database.pool.query('update recusals set ended_by = $2, ended_at = now() where staff_id = $1', [id, officer.id])

const handIn = (seat: string, by: TestStaff, points: number) =>
  by.call('POST', `/staff/interviews/${seat}/sheet`, { body: { scores: scoreAll(points) } })
const read = async (seat: string, by: TestStaff) => (await by.call('GET', `/staff/interviews/${seat}`)).body.data

const listEvents = async (sitting: string, beginning: string) =>
  (await listAuditEvents(api, 'sitting', sitting))
    .filter(({ action }) => action.startsWith(beginning))
    .map(({ action, by, detail }) => [action, by, detail])

test('an interview has at most 50 panels', async () => {
  const { id } = await addInterview(1)
  await api.database.pool.query(
    `insert into panels (sitting_id, name, made_by) select $1, 'Panel ' || n, $2 from generate_series(1, 49) as n`,
    [id, officer.id],
  )
  // Who is named twice is a member once.
  const fiftieth = await addPanel(id, [...members, ...members], 'The fiftieth')
  expect(fiftieth.body.data.panels.at(-1)).toMatchObject({ name: 'The fiftieth', members: Array(3).fill({}) })
  const { body } = await addPanel(id, members, 'One more')
  expect([body.code, body.data]).toEqual(['interview_refused', { why: 'too_many' }])
})

test('nobody sees a sheet of another member before all are in; then all see each, the mean and the spread', async () => {
  const [ada, bola, chidi] = members
  const { seat, sitting, applicant } = await addSlot()
  const registry = await createStaff(api, ['registry'])
  expect((await handIn(seat, ada, 10)).body.data).toMatchObject({
    own: { total: 50, note: null },
    sheets: null,
    summary: null,
  })
  await handIn(seat, bola, 20)
  for (const [reader, ownTotal] of [[ada, 50], [bola, 100], [chidi], [officer], [registry]] as const) {
    const seen = await read(seat, reader)
    expect(seen).toMatchObject({ sheets: null, summary: null })
    expect(seen.own?.total).toBe(ownTotal)
    const others = JSON.stringify({ ...seen, own: null })
    expect(others).not.toMatch(/"(total|scores|mean)":[^n]/)
    expect(seen.members.map(({ hasHandedIn }: { hasHandedIn: boolean }) => hasHandedIn)).toEqual([true, true, false])
  }
  expect((await readPanels(sitting)).slots).toMatchObject([{ expected: 3, handedIn: 2, mean: null }])
  expect((await officer.call('POST', `/staff/interviews/${seat}/result`, { body: { version: 0 } })).body).toMatchObject(
    {
      code: 'result_refused',
      data: { why: 'not_complete' },
    },
  )

  expect((await handIn(seat, chidi, 12)).body.data.summary).toEqual({
    mean: 70,
    lowest: 50,
    highest: 100,
    deviation: 21.6,
  })
  const { rows } = await api.database.pool.query(
    `select distinct staff_id, account_id, subject_kind, (select year from exercises where id = exercise_id) as year
      from audit_log where action = 'interview_viewed' and subject_id = $1`,
    [applicant.number],
  )
  const viewed = { account_id: applicant.accountId, subject_kind: 'application', year: 2024 }
  expect(rows.map(({ staff_id: id }) => id).toSorted()).toEqual(
    [...members, officer, registry].map(({ id }) => id).toSorted(),
  )
  expect(rows).toEqual(rows.map(({ staff_id }) => ({ staff_id, ...viewed })))
  for (const reader of [ada, officer]) {
    const { sheets } = await read(seat, reader)
    expect(sheets.map(({ name, total }: { name: string; total: number }) => [name, total])).toEqual([
      ['Ada', 50],
      ['Bola', 100],
      ['Chidi', 60],
    ])
  }
  const { panels, slots } = await readPanels(sitting)
  expect([panels, slots]).toMatchObject([[{ sheets: 3 }], [{ handedIn: 3, mean: 70 }]])
  // Those of one panel are not of another.
  const { body: added } = await addPanel(sitting, [ada], 'Panel B')
  expect(added.data.panels).toMatchObject([{ sheets: 3 }, { sheets: 0 }])
  expect((await readPanels(sitting, await createStaff(api, ['helpdesk']))).slots).toMatchObject([{ mean: null }])

  const take = () => officer.call('POST', `/staff/interviews/${seat}/result`, { body: { version: 0 } })
  expect((await withoutAuditLog(api, take)).status).toBe(500)
  const taken = await take()
  expect(taken.status, 'once it can be recorded').toBe(201)
  expect(taken.body.data.waiting).toMatchObject({ score: 70, maximum: 100, isOfPanel: true, by: 'Officer' })
  const path = `/staff/applications/${applicant.number}/result/confirm`
  const confirmed = await registry.call('POST', path, { body: { kind: 'interview', version: 1 } })
  expect(confirmed.body.data.newest).toMatchObject({ score: 70, isOfPanel: true, by: 'Officer' })
})

test('the mean of a panel is confirmed only while its sheets say so: those of a member who is recused since do not count', async () => {
  const [ada, bola] = members
  const { seat, sitting, applicant } = await addSlot([ada, bola])
  await handIn(seat, ada, 10)
  await handIn(seat, bola, 20)
  const take = async (version: number) =>
    (await officer.call('POST', `/staff/interviews/${seat}/result`, { body: { version } })).body.data.waiting.score
  expect(await take(0)).toBe(75)
  await recuseFrom(api, bola.id, applicant.applicationId, officer.id)
  const registry = await createStaff(api, ['registry'])
  const path = `/staff/applications/${applicant.number}/result`
  const act = (step: string, version: number, by = registry) =>
    by.call('POST', `${path}/${step}`, { body: { kind: 'interview', version } })
  const { results } = (await registry.call('GET', '/staff/results/waiting?exercise=2024')).body.data
  expect(results.find(({ number }: { number: string }) => number === applicant.number).obstacle).toBe('sheets_changed')
  expect((await act('confirm', 1)).body.data).toEqual({ why: 'sheets_changed' })
  expect((await act('take-back', 1, officer)).status).toBe(201)
  expect(await take(2)).toBe(50)
  expect((await act('confirm', 3)).body.data.newest.score).toBe(50)
  // Nor are they those of an interview that was moved.
  await take(4)
  const body = { reason: 'The hall has no power.', version: 1, startsAt: '2024-03-04T10:00:00+01:00' }
  expect((await officer.call('POST', `/staff/sittings/${sitting}/move`, { body })).status).toBe(201)
  expect((await act('confirm', 5)).body.data).toEqual({ why: 'sheets_changed' })
  expect((await act('take-back', 5, officer)).status).toBe(201)
  const again = await officer.call('POST', `/staff/interviews/${seat}/result`, { body: { version: 6 } })
  expect(again.status).toBe(404)
  await endRecusals(bola)
})

test('an applicant whose sheet is handed in moves to no other interview, also in the same moment', async () => {
  const to = await addSeatedSitting(api, { count: 1, madeBy: officer.id, sitting: { kind: 'interview' } })
  const [member] = members
  const { seat } = await addSlot([member])
  const move = (id: string) =>
    officer.call('POST', '/staff/seats/move', {
      body: { sitting: to.id, seats: [id], reason: 'A clash with another test.' },
    })
  const lock = `update interview_slots set panel_id = panel_id where seat_id = '${seat}'`
  const answers = await raceAtLock(api.database.url, lock, [() => handIn(seat, member, 10), () => move(seat)])
  expect([
    [201, 409],
    [404, 201],
  ]).toContainEqual(answers.map(({ status }) => status))
  const { rows } = await api.database.pool.query(
    'select from score_sheets sheet join seats on seats.id = seat_id where seat_id = $1 and released_at is not null',
    [seat],
  )
  expect(rows).toEqual([])
  const next = await addSlot([member])
  await handIn(next.seat, member, 10)
  expect((await move(next.seat)).body.data.refused).toMatchObject([{ why: 'has_sat' }])
})

test('who alone has scored does not confirm the result that another person enters', async () => {
  const registry = await createStaff(api, ['registry'])
  const scorer = await createStaff(api, ['registry'])
  const [recused] = members
  const { seat, applicant } = await addSlot([scorer, recused])
  await handIn(seat, scorer, 20)
  await handIn(seat, recused, 10)
  await recuseFrom(api, recused.id, applicant.applicationId, officer.id)
  await officer.call('POST', `/staff/interviews/${seat}/result`, { body: { version: 0 } })
  const path = `/staff/applications/${applicant.number}/result`
  const confirm = (by: TestStaff) => by.call('POST', `${path}/confirm`, { body: { kind: 'interview', version: 1 } })
  expect((await scorer.call('GET', `${path}?kind=interview`)).body.data.isSecondPerson).toBe(false)
  expect([(await confirm(scorer)).body.code, (await confirm(registry)).status]).toEqual(['second_person_required', 201])
  await endRecusals(recused)
})

test('a sheet is handed in once, by members alone, and is whole', async () => {
  const [ada, bola] = members
  const { seat, applicant } = await addSlot([ada])
  expect((await withoutAuditLog(api, () => handIn(seat, ada, 10))).status).toBe(500)
  const twice = await Promise.all([handIn(seat, ada, 10), handIn(seat, ada, 20)])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const { rows } = await api.database.pool.query(
    `select staff_id as by, account_id as "accountId", (select year from exercises where id = exercise_id) as year, detail
      from audit_log where action = 'sheet_handed_in' and subject_kind = 'application' and subject_id = $1`,
    [applicant.number],
  )
  expect((await read(seat, ada)).obstacle).toBe('handed_in')
  // Without the scores.
  expect(rows).toEqual([{ by: ada.id, accountId: applicant.accountId, year: 2024, detail: {} }])
  expect((await handIn(seat, ada, 20)).body).toMatchObject({ code: 'interview_refused', data: { why: 'handed_in' } })
  expect([(await handIn(seat, bola, 20)).status, (await handIn(seat, officer, 20)).status]).toEqual([404, 404])
  expect((await bola.call('GET', `/staff/interviews/${seat}`)).status).toBe(404)
  const other = await addSlot([ada])
  const [first, ...rest] = scoreAll(10)
  const send = (scores: object[]) => ada.call('POST', `/staff/interviews/${other.seat}/sheet`, { body: { scores } })
  expect((await send([{ ...first, score: 21 }, ...rest])).body.errors).toEqual([
    { path: 'scores.0.score', message: 'Enter a whole number from 0 to 20.' },
  ])
  for (const score of [1.5, -1, null]) expect((await send([{ ...first, score }, ...rest])).status).toBe(400)
  // Not all of them, or not in the order in which they were shown.
  for (const scores of [rest, [...rest, { ...first, score: 10 }]])
    expect((await send(scores)).body.data).toEqual({ why: 'criteria_changed' })
  const { pool } = api.database
  await expect(pool.query('update score_sheets set total = 99')).rejects.toThrow('append-only')
})

test.each(['absent', 'turned_away'])('nobody scores who was %s, nor is anybody asked to', async (attendance) => {
  const member = await createStaff(api, ['reviewer'])
  const { seat } = await addSlot([member])
  const countToScore = async () => (await member.call('GET', '/staff/counts?exercise=2024')).body.data.interviews.count
  expect(await countToScore()).toBe(1)
  const move = (days: number) =>
    api.database.pool.query(
      'update interview_slots set starts_at = starts_at + $2::interval, ends_at = ends_at + $2::interval where seat_id = $1',
      [seat, `${days} days`],
    )
  await move(50_000)
  expect(await countToScore(), 'before its hour').toBe(0)
  const early = await handIn(seat, member, 10)
  expect([early.status, early.body.code, early.body.data, early.body.message]).toEqual([
    409,
    'interview_refused',
    { why: 'not_open' },
    'The sheet opens on the day of the interview. It is on 25 January 2161.',
  ])
  expect((await read(seat, member)).obstacle).toBe('not_open')
  const [own] = (await member.call('GET', '/staff/interviews')).body.data.interviews
  expect(own.state).toBe('not_open')
  await move(-50_000)
  // On its day a sheet may be handed in, while it waits for nobody before its hour.
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(api.clock.now())
  const placeAt = (time: string) =>
    api.database.pool.query(
      `update interview_slots set starts_at = $2, ends_at = $2::timestamptz + interval '20 minutes' where seat_id = $1`,
      [seat, time],
    )
  await placeAt(`${day}T23:59:59.999+01:00`)
  expect([await countToScore(), (await read(seat, member)).obstacle]).toEqual([0, null])
  await placeAt('2024-03-04T09:00:00+01:00')
  await api.database.pool.query('update seats set attendance = $2 where id = $1', [seat, attendance])
  expect((await handIn(seat, member, 10)).body.data).toEqual({ why: attendance })
  expect(await countToScore()).toBe(0)
  await api.database.pool.query('update seats set attendance = null where id = $1', [seat])
  expect((await handIn(seat, member, 10)).status).toBe(201)
  expect(await countToScore()).toBe(0)
})

test('nobody scores whose application was withdrawn meanwhile', async () => {
  const { seat, applicant } = await addSlot()
  await api.database.pool.query(`update applications set withdrawn_at = now(), decision = 'pending' where id = $1`, [
    applicant.applicationId,
  ])
  expect((await handIn(seat, members[0], 10)).body.data).toEqual({ why: 'withdrawn' })
})

test('in an archived exercise nobody scores', async () => {
  const { seat } = await addSlot()
  const archive = (moment: string) =>
    api.database.pool.query(`update exercises set archived_at = ${moment} where year = 2024`)
  await archive('now()')
  const { body } = await handIn(seat, members[0], 10)
  await archive('null')
  const now = `update exercises set archived_at = now() where year = 2024`
  const [late] = await raceAtLock(api.database.url, now, [() => handIn(seat, members[0], 10)])
  await archive('null')
  expect([body.data, late?.body.data]).toEqual(Array(2).fill({ why: 'archived' }))
  expect((await handIn(seat, members[0], 10)).status).toBe(201)
})

test('a member who has lost the role since stays one when others are added, and cannot be added anew', async () => {
  const [ada, bola] = members
  const former = await createStaff(api, ['reviewer'], { name: 'Abiodun' })
  const { sitting, panel } = await addSlot([ada, former])
  await api.database.pool.query('delete from staff_roles where staff_id = $1', [former.id])
  const change = (people: TestStaff[], version: number) =>
    officer.call('PUT', `/staff/sittings/${sitting}/panels/${panel}`, {
      body: { name: 'Panel A', members: people.map(({ id }) => id), version },
    })
  expect((await change([ada, former, bola], 1)).body.data.panels).toMatchObject([
    { members: [{ name: 'Abiodun' }, { name: 'Ada' }, { name: 'Bola' }] },
  ])
  expect((await change([ada, bola], 2)).status).toBe(200)
  expect((await change([ada, former], 3)).body.errors).toMatchObject([{ path: 'members' }])
})

test('panels take applicants in the order of their seats, at whichever is free first, until the sitting ends', async () => {
  const [ada, bola, chidi] = members
  const other = await addSlot([chidi])
  const { id, applicants } = await addInterview(9)
  await addPanel(id, [ada], 'Panel A')
  await addPanel(id, [bola], 'Panel B')
  expect((await withoutAuditLog(api, () => arrange(id, { minutes: 30 }))).status).toBe(500)
  // Two hours have six times of 30 minutes for two panels.
  const { arranged, left } = (await arrange(id, { minutes: 30 })).body.data
  expect([arranged, left]).toEqual([8, [{ number: applicants[8]?.number, why: 'no_time' }]])
  const { slots, panels } = await readPanels(id)
  const names = new Map(panels.map((panel) => [panel.id, panel.name]))
  expect(slots.slice(0, 3).map(({ number, panel, startsAt }) => [number, names.get(panel ?? ''), startsAt])).toEqual([
    [applicants[0]?.number, 'Panel A', '2024-03-04T08:00:00.000Z'],
    [applicants[1]?.number, 'Panel B', '2024-03-04T08:00:00.000Z'],
    [applicants[2]?.number, 'Panel A', '2024-03-04T08:30:00.000Z'],
  ])
  await addPanel(id, [chidi], 'Panel C')
  expect((await arrange(id, { minutes: 30 })).body.data).toEqual({ arranged: 1, left: [] })
  expect((await arrange(id, { minutes: 10, anew: true })).body.data).toEqual({ arranged: 9, left: [] })
  // Those of another interview stay.
  expect((await readPanels(other.sitting)).slots).toMatchObject([{ panel: other.panel }])
  expect(await listEvents(id, 'slots_')).toEqual([
    ['slots_arranged', officer.id, { arranged: 8, left: 1 }],
    ['slots_arranged', officer.id, { arranged: 1, left: 0 }],
    ['slots_arranged', officer.id, { arranged: 9, left: 0 }],
  ])
})

test('nobody is before two applicants at once, though on two panels of an interview', async () => {
  const [ada, bola, chidi] = members
  const { id } = await addInterview(4)
  await addPanel(id, [ada, bola], 'Panel A')
  const added = await addPanel(id, [bola, chidi], 'Panel B')
  const [one, other] = added.body.data.panels.map((panel: { id: string }) => panel.id)
  expect((await arrange(id)).body.data).toEqual({ arranged: 4, left: [] })
  const { slots, panels } = await readPanels(id)
  expect(slots.map(({ startsAt }) => startsAt?.slice(11, 16))).toEqual(['08:00', '08:20', '08:40', '09:00'])
  const choose = async (seat: string | undefined, panel: string, time: string) =>
    (await chooseSlot(seat, { panel, startsAt: `2024-03-04T${time}:00+01:00` })).body.errors?.[0].message
  expect(await choose(slots[3]?.seat, other, '09:30')).toBe(
    'A member of the panel sees another applicant at that time.',
  )
  // Where the panel and a member of it see somebody, the panel is named, whichever got its time first.
  expect(await choose(slots[2]?.seat, one, '10:20')).toBeUndefined()
  expect(await choose(slots[3]?.seat, other, '10:40')).toBeUndefined()
  expect(await choose(slots[1]?.seat, other, '10:30')).toBe('The panel sees another applicant at that time.')

  const version = panels.find((panel) => panel.id === other)?.version
  const change = (people: TestStaff[]) =>
    officer.call('PUT', `/staff/sittings/${id}/panels/${other}`, {
      body: { name: 'Panel B', members: people.map((person) => person.id), version },
    })
  expect((await change([chidi])).status).toBe(200)
  expect((await readPanels(id)).panels.find((panel) => panel.id === one)?.members).toHaveLength(2)
  // Panel B is free at any time now.
  await chooseSlot(slots[2]?.seat, { panel: other, startsAt: '2024-03-04T09:00:00+01:00' })
  expect((await arrange(id, { anew: true })).body.data.arranged).toBe(4)
  expect((await readPanels(id)).slots.map(({ startsAt }) => startsAt?.slice(11, 16))).toEqual([
    '08:00',
    '08:00',
    '08:20',
    '08:20',
  ])
  const free = await createStaff(api, ['reviewer'], { name: 'Abike' })
  const body = { name: 'Panel B', members: [free.id, ada.id], version: Number(version) + 1 }
  expect((await officer.call('PUT', `/staff/sittings/${id}/panels/${other}`, { body })).body.errors).toEqual([
    { path: 'members', message: 'Ada is with another panel while this one sees an applicant.' },
  ])
})

test('who sees applicants at other times joins a panel', async () => {
  const [ada, bola] = members
  const { id } = await addInterview(3)
  await addPanel(id, [ada], 'Panel A')
  const [one, other] = (await addPanel(id, [bola], 'Panel B')).body.data.panels
  const seats = (await readPanels(id)).slots.map(({ seat }) => seat)
  // Before the applicant of the panel, and right after.
  for (const [n, panel, time] of [
    [0, one, '09:00'],
    [1, other, '10:00'],
    [2, one, '10:20'],
  ] as const) {
    const body = { panel: panel.id, startsAt: `2024-03-04T${time}:00+01:00` }
    expect((await chooseSlot(seats[n], body)).status).toBe(200)
  }
  const body = { name: 'Panel B', members: [bola.id, ada.id], version: other.version }
  expect((await officer.call('PUT', `/staff/sittings/${id}/panels/${other.id}`, { body })).status).toBe(200)
})

test('a panel takes nobody while one of its members is with another panel, though the others are free', async () => {
  const [ada, bola] = members
  const { id } = await addInterview(5)
  await addPanel(id, [ada], 'Panel A')
  expect((await arrange(id, { minutes: 60 })).body.data.arranged).toBe(2)
  await addPanel(id, [ada, bola], 'Panel B')
  await addPanel(id, [bola], 'Panel C')
  expect((await arrange(id)).body.data).toEqual({ arranged: 3, left: [] })
  const { slots, panels } = await readPanels(id)
  const names = new Map(panels.map((panel) => [panel.id, panel.name]))
  expect(slots.map(({ panel, startsAt }) => `${names.get(panel ?? '')} ${startsAt?.slice(11, 16)}`).toSorted()).toEqual(
    ['Panel A 08:00', 'Panel A 09:00', 'Panel C 08:00', 'Panel C 08:20', 'Panel C 08:40'],
  )
})

test('no panel sees an applicant from whom a member is recused', async () => {
  const [ada, bola] = members
  const { id, applicants } = await addInterview(2)
  const [one] = applicants as [AddedApplication]
  await recuseFrom(api, ada.id, one.applicationId, officer.id)
  await recuseFrom(api, bola.id, one.applicationId, officer.id)
  await endRecusals(bola)
  const first = (await addPanel(id, [ada], 'Panel A')).body.data.panels[0].id
  expect((await arrange(id)).body.data).toEqual({ arranged: 1, left: [{ number: one.number, why: 'recused' }] })
  const seat = (await readPanels(id)).slots.find(({ number }) => number === one.number)?.seat
  const body = { panel: first, startsAt: '2024-03-04T10:00:00+01:00' }
  const choose = (id: string | undefined) => chooseSlot(id, body)
  expect((await choose(seat)).body.data).toEqual({ why: 'recused' })
  const other = (await readPanels(id)).slots.find(({ number }) => number !== one.number)?.seat
  expect((await choose(other)).status).toBe(200)
  await addPanel(id, [bola], 'Panel B')
  const recused = await createStaff(api, ['exam'])
  await recuseFrom(api, recused.id, one.applicationId, officer.id)
  expect((await readPanels(id, recused)).slots.map(({ number }) => number)).not.toContain(one.number)
  expect((await arrange(id, {}, recused)).body.data).toEqual({ arranged: 0, left: [] })
  // The recusal of Bola has ended.
  expect((await arrange(id)).body.data.arranged).toBe(1)
  expect((await arrange(id, { anew: true }, recused)).body.data).toEqual({ arranged: 1, left: [] })
  expect((await readPanels(id)).slots.map(({ panel }) => panel)).not.toContain(null)
})

test('who lists the interviews of the own panels leaves the trace of who lists seats', async () => {
  const member = await createStaff(api, ['reviewer'])
  const { sitting } = await addSlot([member])
  expect((await member.call('GET', '/staff/interviews')).body.data.interviews).toHaveLength(1)
  const readTrace = async ({ id }: TestStaff) =>
    (await api.database.pool.query('select action, detail from audit_log where staff_id = $1', [id])).rows
  expect(await readTrace(member)).toEqual([
    { action: 'seats_listed', detail: { filters: ['panels'], pages: 1, rows: 1 } },
  ])
  // So does who reads all panels of an interview, with whom each sees.
  const reader = await createStaff(api, ['exam'])
  expect((await reader.call('GET', `/staff/sittings/${sitting}/panels`)).body.data.slots).toHaveLength(1)
  expect(await readTrace(reader)).toEqual([
    { action: 'seats_listed', detail: { filters: ['sitting'], pages: 1, rows: 1 } },
  ])
})

test('of a seat that was given back nobody reads or scores the interview, and it gets no other time', async () => {
  const [ada] = members
  const { seat, sitting, applicant } = await addSlot()
  await api.database.pool.query('update seats set released_at = now() where id = $1', [seat])
  expect([(await handIn(seat, ada, 10)).status, (await ada.call('GET', `/staff/interviews/${seat}`)).status]).toEqual([
    404, 404,
  ])
  const own = (await ada.call('GET', '/staff/interviews')).body.data.interviews
  expect(own.map(({ number }: { number: string }) => number)).not.toContain(applicant.number)
  const result = await officer.call('POST', `/staff/interviews/${seat}/result`, { body: { version: 0 } })
  expect(result.status).toBe(404)
  expect((await readPanels(sitting)).slots).toEqual([])
  expect((await arrange(sitting)).body.data).toEqual({ arranged: 0, left: [] })
})

test('a member who is recused later neither sees nor scores the applicant, and is not waited for', async () => {
  const [ada, bola, chidi] = members
  const { seat, applicant } = await addSlot()
  await handIn(seat, ada, 10)
  await handIn(seat, bola, 20)
  await recuseFrom(api, chidi.id, applicant.applicationId, officer.id)
  await recuseFrom(api, bola.id, applicant.applicationId, officer.id)
  await endRecusals(bola)
  expect([
    (await handIn(seat, chidi, 0)).status,
    (await chidi.call('GET', `/staff/interviews/${seat}`)).status,
  ]).toEqual([404, 404])
  const own = (await chidi.call('GET', '/staff/interviews')).body.data.interviews
  expect(own.map(({ number }: { number: string }) => number)).not.toContain(applicant.number)
  expect(await read(seat, ada)).toMatchObject({ members: [{ name: 'Ada' }, { name: 'Bola' }], summary: { mean: 75 } })
})

test.each([
  ['is suspended', `update staff set status = 'suspended' where id = $1`],
  ['has lost the role', 'delete from staff_roles where staff_id = $1'],
  ['has another role alone', `update staff_roles set role = 'helpdesk' where staff_id = $1`],
  ['has it in another exercise alone', 'update staff_roles set exercise_id = $2 where staff_id = $1'],
])('nobody waits for the sheet of a member who %s since; one that was handed in counts', async (_, change) => {
  const [ada] = members
  await createStaff(api, ['admin'])
  const [scored, silent] = [await createStaff(api, ['reviewer']), await createStaff(api, ['reviewer'])]
  const { seat } = await addSlot([ada, scored, silent])
  await handIn(seat, ada, 10)
  await handIn(seat, scored, 20)
  // A sheet of another interview is none of this one.
  await handIn((await addSlot([silent])).seat, silent, 10)
  const { rows } = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor')
      on conflict (year) do update set title = excluded.title returning id`,
  )
  // Who has the role in this exercise alone is waited for.
  await api.database.pool.query(
    `update staff_roles set exercise_id = (select exercise_id from seats where id = $1) where staff_id = $2`,
    [seat, silent.id],
  )
  expect((await read(seat, ada)).summary).toBeNull()
  for (const { id } of [scored, silent])
    await api.database.pool.query(change, change.includes('$2') ? [id, rows[0].id] : [id])
  expect((await read(seat, ada)).summary).toMatchObject({ mean: 75 })
})

test('with the first sheet the members and the time are final', async () => {
  const [ada, bola] = members
  const { seat, sitting, panel } = await addSlot([ada])
  const change = (people: TestStaff[], version: number, name = 'Panel A') =>
    officer.call('PUT', `/staff/sittings/${sitting}/panels/${panel}`, {
      body: { name, members: people.map(({ id }) => id), version },
    })
  expect((await change([ada, bola], 1)).body.data.panels).toMatchObject([
    { members: [{ name: 'Ada' }, { name: 'Bola' }] },
  ])
  expect((await change([ada], 1)).body.code).toBe('changed_meanwhile')
  await handIn(seat, ada, 10)
  expect((await change([ada], 2)).body).toMatchObject({ code: 'interview_refused', data: { why: 'has_sheets' } })
  expect((await change([bola, ada], 2, 'Renamed')).status).toBe(200)
  const body = { panel, startsAt: '2024-03-04T10:00:00+01:00' }
  expect((await chooseSlot(seat, body)).body.data).toEqual({ why: 'has_sheets' })
  expect((await arrange(sitting, { anew: true })).body.data.arranged).toBe(0)
  const { pool } = api.database
  await expect(pool.query('delete from panel_members where staff_id = $1', [ada.id])).rejects.toThrow(
    'score_sheets_member',
  )
  await expect(pool.query('delete from interview_slots where seat_id = $1', [seat])).rejects.toThrow(
    'score_sheets_slot',
  )
})

test('of a change of the members and a first sheet at the same moment, nobody is left out', async () => {
  const [ada, bola] = members
  const { seat, sitting, panel } = await addSlot([ada])
  const body = { name: 'Panel A', members: [ada.id, bola.id], version: 1 }
  const [changed, sheet] = await Promise.all([
    officer.call('PUT', `/staff/sittings/${sitting}/panels/${panel}`, { body }),
    handIn(seat, ada, 10),
  ])
  expect(sheet.status).toBe(201)
  // With the change first, Bola is waited for; with the sheet first, nobody is added.
  const { expected } = (await readPanels(sitting)).slots[0] ?? {}
  expect(expected).toBe(changed.status === 200 ? 2 : 1)
})

test('an applicant whose sheet is handed in keeps the time, also in the same moment', async () => {
  const [ada, bola] = members
  for (const isOtherPanel of [false, true]) {
    const { seat, panel, sitting } = await addSlot([ada])
    const [, other] = (await addPanel(sitting, [bola], 'Panel B')).body.data.panels
    const body = { panel: isOtherPanel ? other.id : panel, startsAt: '2024-03-04T10:30:00+01:00' }
    const [sheet, moved] = await raceAtLock(api.database.url, 'lock table audit_log in share mode', [
      () => handIn(seat, ada, 10),
      async () => {
        await expect.poll(() => countLockWaits(api.database.pool)).toBe(1)
        return chooseSlot(seat, body)
      },
    ])
    expect([sheet?.status, moved?.body.data]).toEqual([201, { why: 'has_sheets' }])
  }
})

test('whose applicant is given to another panel in the same moment hands in no sheet', async () => {
  const [ada, bola] = members
  const { sitting, seat, panel } = await addSlot([ada])
  const { panels } = (await addPanel(sitting, [bola], 'Panel B')).body.data
  const other = panels.find(({ id }: { id: string }) => id !== panel).id
  const move = `update interview_slots set panel_id = '${other}' where seat_id = '${seat}'`
  const [sheet] = await raceAtLock(api.database.url, move, [() => handIn(seat, ada, 5)])
  expect(sheet?.status).toBe(404)
})

test('a time is of one applicant at a panel, and within the sitting', async () => {
  const { id } = await addInterview(2)
  const panel = (await addPanel(id)).body.data.panels[0].id
  await arrange(id)
  const [first, second] = (await readPanels(id)).slots
  const move = (startsAt: string) => chooseSlot(second?.seat, { panel, startsAt })
  const message = async (startsAt: string) => (await move(startsAt)).body.errors?.[0]?.message
  expect(await message('2024-03-04T09:00:00+01:00')).toBe('The panel sees another applicant at that time.')
  // The first applicant has until 9:20.
  expect(await message('2024-03-04T09:19:00+01:00')).toBe('The panel sees another applicant at that time.')
  for (const outside of ['08:59', '11:00'])
    expect(await message(`2024-03-04T${outside}:00+01:00`)).toBe(
      'Choose a time between the start and the end of the sitting.',
    )
  const body = { panel: crypto.randomUUID(), startsAt: '2024-03-04T10:40:00+01:00' }
  const unknown = await chooseSlot(second?.seat, body)
  expect(unknown.body.errors).toEqual([{ path: 'panel', message: 'Choose a panel.' }])
  expect((await withoutAuditLog(api, () => move('2024-03-04T10:40:00+01:00'))).status).toBe(500)
  expect((await readPanels(id)).slots[1], 'where it cannot be recorded').toMatchObject({ startsAt: second?.startsAt })
  expect((await move('2024-03-04T10:40:00+01:00')).body.data.slots[1].startsAt).toBe('2024-03-04T09:40:00.000Z')
  // The own time is not another applicant's.
  expect((await move('2024-03-04T10:40:00+01:00')).status).toBe(200)
  // However late it begins, it ends with the sitting.
  expect((await move('2024-03-04T10:50:00+01:00')).status).toBe(200)
  const { rows } = await api.database.pool.query('select ends_at from interview_slots where seat_id = $1', [
    second?.seat,
  ])
  expect(rows).toEqual([{ ends_at: new Date('2024-03-04T10:00:00Z') }])
  // An applicant keeps as long a time as they had, however long others have.
  const { pool } = api.database
  const shorten = `update interview_slots set ends_at = starts_at + interval '5 minutes' where seat_id = $1`
  await pool.query(shorten, [first?.seat])
  const toTen = { panel, startsAt: '2024-03-04T10:00:00+01:00' }
  expect((await chooseSlot(first?.seat, toTen)).status).toBe(200)
  const kept = await pool.query('select ends_at from interview_slots where seat_id = $1', [first?.seat])
  expect(kept.rows).toEqual([{ ends_at: new Date('2024-03-04T09:05:00Z') }])
  // The time of a seat that was given back is free.
  await pool.query('update seats set released_at = now() where id = $1', [first?.seat])
  expect((await move('2024-03-04T10:00:00+01:00')).status).toBe(200)
  const change = ['slot_changed', officer.id, {}]
  expect(await listEvents(id, 'slot_')).toEqual(Array(5).fill(change))
  expect((await officer.call('DELETE', `/staff/sittings/${id}/panels/${panel}`)).body.data).toEqual({
    why: 'has_slots',
  })
})

test('of two who choose the time of an applicant, the second is told what the first has chosen', async () => {
  const { sitting, seat, panel } = await addSlot()
  const choose = (time: string, seen?: string | null) =>
    officer.call('PUT', `/staff/seats/${seat}/slot`, {
      body: {
        panel,
        startsAt: `2024-03-04T${time}:00+01:00`,
        seen: seen && { panel, startsAt: `2024-03-04T${seen}:00.000Z` },
      },
    })
  expect((await choose('10:00', '08:00')).status).toBe(200)
  const newest = [{ seat, panel, startsAt: '2024-03-04T09:00:00.000Z' }]
  for (const seen of ['08:00', null])
    expect((await choose('10:20', seen)).body).toMatchObject({ code: 'changed_meanwhile', data: { slots: newest } })
  const other = (await addPanel(sitting, members, 'Panel B')).body.data.panels[1].id
  expect((await chooseSlot(seat, { panel: other, startsAt: '2024-03-04T10:00:00+01:00' })).status).toBe(200)
  expect((await choose('10:20', '09:00')).body.code).toBe('changed_meanwhile')
  await api.database.pool.query('delete from interview_slots where seat_id = $1', [seat])
  expect((await choose('10:20', '08:00')).body.code).toBe('changed_meanwhile')
  expect((await choose('10:20', null)).status).toBe(200)
  // A page of an older version says nothing of what it has seen.
  expect((await choose('10:40')).status).toBe(200)
})

test('times that were chosen since the page was read are given anew only by who has seen them', async () => {
  const { sitting, seat, panel } = await addSlot()
  const { digest } = await readPanels(sitting)
  expect((await chooseSlot(seat, { panel, startsAt: '2024-03-04T10:00:00+01:00' })).status).toBe(200)
  const newest = await readPanels(sitting)
  const refused = await arrange(sitting, { anew: true, seen: digest })
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'changed_meanwhile', data: newest }])
  expect(await readPanels(sitting)).toEqual(newest)
  // Who only adds times replaces none. A page of an older version says nothing of what it has seen.
  expect((await arrange(sitting, { seen: digest })).body.data.arranged).toBe(0)
  expect((await arrange(sitting, { anew: true, seen: newest.digest })).body.data.arranged).toBe(1)
  expect((await readPanels(sitting)).digest).toBe(digest)
  expect((await arrange(sitting, { anew: true })).body.data.arranged).toBe(1)
})

test('the digest of the times names panel, time and applicant', async () => {
  const { id } = await addInterview(2)
  const [first, second] = (await addPanel(id)).body.data.slots
  const [{ id: one }, { id: other }] = (await addPanel(id, members, 'Panel B')).body.data.panels
  const choose = async (seat: string, panel: string, time: string) =>
    (await chooseSlot(seat, { panel, startsAt: `2024-03-04T${time}:00+01:00` })).body.data.digest
  const digests = [
    (await readPanels(id)).digest,
    await choose(first.seat, one, '09:00'),
    await choose(first.seat, other, '09:00'),
    await choose(first.seat, other, '09:20'),
    await choose(second.seat, one, '10:00'),
  ]
  expect(new Set(digests).size).toBe(5)
})

test('times of a panel that overlap are refused also where only their starts differ, by any writer', async () => {
  const { id } = await addInterview(3)
  const panel = (await addPanel(id)).body.data.panels[0].id
  await arrange(id, { minutes: 30 })
  const [first, second, third] = (await readPanels(id)).slots
  const choose = (seat: string | undefined, startsAt: string) => chooseSlot(seat, { panel, startsAt })
  // Between the second, which begins at 9:30, and the third, and then from before the first until after its start.
  expect((await choose(third?.seat, '2024-03-04T09:45:00+01:00')).status).toBe(400)
  expect((await choose(second?.seat, '2024-03-04T09:15:00+01:00')).status).toBe(400)
  expect((await choose(third?.seat, '2024-03-04T10:15:00+01:00')).status).toBe(200)
  // Who comes next begins when the last one has left, however short the own time is.
  await api.database.pool.query('delete from interview_slots where seat_id = $1', [first?.seat])
  // The first has as long as the others of the interview, whatever those of another interview have.
  const other = await addSlot()
  const last = { panel: other.panel, startsAt: '2024-03-04T10:55:00+01:00' }
  expect((await chooseSlot(other.seat, last)).status).toBe(200)
  expect((await choose(first?.seat, '2024-03-04T09:20:00+01:00')).status).toBe(400)
  expect((await arrange(id, { minutes: 10 })).body.data.arranged).toBe(1)
  expect((await readPanels(id)).slots.at(-1)).toMatchObject({
    seat: first?.seat,
    startsAt: '2024-03-04T09:45:00.000Z',
  })
  const write = `update interview_slots set starts_at = $2 where seat_id = $1`
  await expect(api.database.pool.query(write, [third?.seat, '2024-03-04T08:29:00Z'])).rejects.toMatchObject({
    code: '23P01',
    constraint: 'interview_slots_overlap',
  })
  // From the end of the one to the start of the other.
  await api.database.pool.query(write, [third?.seat, '2024-03-04T09:00:00Z'])
  const moveTo = (seat: string | undefined, from: string, to: string) =>
    `update interview_slots set starts_at = '2024-03-04T${from}Z', ends_at = '2024-03-04T${to}Z' where seat_id = '${seat}'`
  const [answer] = await raceAtLock(api.database.url, moveTo(third?.seat, '10:05', '10:30'), [
    () => api.database.pool.query(moveTo(second?.seat, '10:00', '10:20')).catch(({ constraint }) => constraint),
  ])
  expect(answer).toBe('interview_slots_overlap')
})

test('an interview that moves keeps its panels, which give new times', async () => {
  const { id } = await addInterview(2)
  await addPanel(id)
  await addPanel(id, [members[1]], 'Panel B')
  await arrange(id)
  const body = { reason: 'The hall has no power.', version: 1, startsAt: '2024-03-04T10:00:00+01:00' }
  const to = (await officer.call('POST', `/staff/sittings/${id}/move`, { body })).body.data.id
  const { panels, slots } = await readPanels(to)
  expect(panels).toMatchObject([
    { name: 'Panel A', members: [{ name: 'Ada' }, { name: 'Bola' }, { name: 'Chidi' }] },
    { name: 'Panel B', members: [{ name: 'Bola' }] },
  ])
  expect((await addPanel(id, members, 'Panel C')).body.message).toBe(
    'The sitting is cancelled: nothing of it changes any more.',
  )
  expect(slots.map(({ panel }) => panel)).toEqual([null, null])
  expect((await arrange(to)).body.data.arranged).toBe(2)
})

test('a panel is of an interview, has a name of its own, and members who may score', async () => {
  const { id } = await addInterview(1)
  expect((await withoutAuditLog(api, () => addPanel(id))).status).toBe(500)
  expect((await addPanel(id)).status).toBe(201)
  expect((await addPanel(id)).body.errors).toEqual([
    { path: 'name', message: 'The interview has a panel of this name.' },
  ])
  const bursar = await createStaff(api, ['bursar'])
  expect((await addPanel(id, [bursar], 'Panel B')).body.errors).toMatchObject([{ path: 'members' }])
  const left = await createStaff(api, ['reviewer'], { name: 'Has left', status: 'suspended' })
  expect((await addPanel(id, [left], 'Panel B')).body.errors).toMatchObject([{ path: 'members' }])
  const cbt = await addSeatedSitting(api, { count: 1, madeBy: officer.id })
  expect((await addPanel(cbt.id)).body.data).toEqual({ why: 'not_interview' })
  expect((await readPanels(id, await createStaff(api, ['registry']))).candidates).toBeNull()
  const candidates = (await readPanels(id)).candidates ?? []
  expect(candidates.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ada', 'Bola']))
  expect(candidates.filter((one) => [bursar.id, left.id].includes(one.id))).toEqual([])
  const empty = (await addPanel(id, members, 'Panel C')).body.data.panels[1].id
  const rename = (sitting: string, name: string, version: number) =>
    officer.call('PUT', `/staff/sittings/${sitting}/panels/${empty}`, {
      body: { name, members: members.map(({ id }) => id), version },
    })
  expect((await withoutAuditLog(api, () => rename(id, 'Panel D', 1))).status).toBe(500)
  expect((await rename(id, 'Panel D', 1)).status).toBe(200)
  expect((await rename(id, 'Panel A', 2)).body.errors).toMatchObject([{ path: 'name' }])
  expect((await rename((await addInterview(1)).id, 'Panel E', 2)).status).toBe(404)
  const remove = () => officer.call('DELETE', `/staff/sittings/${id}/panels/${empty}`)
  expect((await withoutAuditLog(api, remove)).status).toBe(500)
  expect((await remove()).status).toBe(200)
  expect((await readPanels(id)).panels.map(({ name }) => name)).toEqual(['Panel A'])
  expect(await listEvents(id, 'panel_')).toEqual([
    ['panel_added', officer.id, { members: 3 }],
    ['panel_added', officer.id, { members: 3 }],
    ['panel_changed', officer.id, { members: 3 }],
    ['panel_removed', officer.id, {}],
  ])
})

test('V8.2.2 nobody of another exercise reaches panels, times or sheets', async () => {
  const { seat, sitting, panel } = await addSlot()
  const { rows } = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2032, 0, 0, '[]', 'Vendor') returning id`,
  )
  const elsewhere = await createStaff(api, [
    { role: 'exam', exerciseId: rows[0].id },
    { role: 'reviewer', exerciseId: rows[0].id },
  ])
  expect((await addPanel(sitting, [elsewhere], 'Panel B')).body.errors).toMatchObject([{ path: 'members' }])
  await api.database.pool.query('insert into panel_members (panel_id, staff_id) values ($1, $2)', [panel, elsewhere.id])
  const body = { panel, startsAt: '2024-03-04T10:00:00+01:00' }
  const answers = await Promise.all([
    elsewhere.call('GET', `/staff/sittings/${sitting}/panels`),
    addPanel(sitting, members, 'Panel B', elsewhere),
    arrange(sitting, {}, elsewhere),
    chooseSlot(seat, body, elsewhere),
    elsewhere.call('GET', `/staff/interviews/${seat}`),
    handIn(seat, elsewhere, 10),
    elsewhere.call('POST', `/staff/interviews/${seat}/result`, { body: { version: 0 } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect((await elsewhere.call('GET', '/staff/interviews')).body.data.interviews).toEqual([])
})

test('a member finds the own interviews, those to score first', async () => {
  const ada = await createStaff(api, ['reviewer'], { name: 'Alone' })
  const [, bola] = members
  const { id } = await addInterview(2)
  await addPanel(id, [ada, bola])
  await arrange(id)
  const list = async () =>
    (await ada.call('GET', '/staff/interviews')).body.data.interviews.map(
      ({ seat, state }: { seat: string; state: string }) => [seat, state],
    )
  const [[first], [second]] = await list()
  await handIn(first, bola, 10)
  expect(await list()).toEqual([
    [first, 'open'],
    [second, 'open'],
  ])
  await handIn(first, ada, 10)
  expect(await list()).toEqual([
    [second, 'open'],
    [first, 'complete'],
  ])
  await handIn(second, ada, 10)
  expect((await list()).toSorted()).toEqual(
    [
      [first, 'complete'],
      [second, 'handed_in'],
    ].toSorted(),
  )
  await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2033, 0, 0, '[]', 'Vendor')`,
  )
  // Of another exercise, and of one that there is not.
  for (const year of [2033, 1999]) {
    const { body } = await ada.call('GET', `/staff/interviews?exercise=${year}`)
    expect(body.data.interviews).toEqual([])
  }
})
