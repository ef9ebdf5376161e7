// Results are read from files of other systems: what is wrong is named by line and column, and nothing shows before its publication.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CheckedResults } from '#shared/api/staff/results.ts'
import { maxRemark } from '#shared/staff/results.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createPublishing, createPublishingStaff, type ProposedPublication } from '#tests/support/api/publications.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { recuseFrom } from '#tests/support/api/staff-objects.ts'
import { addInterviewResults } from '#tests/support/fixtures/interview-results.ts'
import { type AddedApplication, addApplications } from '#tests/support/fixtures/many-applications.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'
import { formerTimes } from '#tests/support/fixtures/sittings.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let officer: TestStaff
let registry: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  officer = await createStaff(api, ['exam'])
  registry = await createStaff(api, ['registry'])
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

let names = 0

/** Shortlisted applicants with a seat in a CBT and the result of an interview. */
async function addSeated(count: number): Promise<AddedApplication[]> {
  const prefix = `R${++names}X`
  const added = await addApplications(api, { count, prefix, school: prefix, roles: ['Lecturer I', 'Lecturer II'] })
  const ids = added.map(({ applicationId }) => applicationId)
  await api.database.pool.query(`update applications set decision = 'verified' where id = any($1)`, [ids])
  await addSeatedSitting(api, { applications: ids, madeBy: officer.id, sitting: formerTimes })
  await addInterviewResults(api, ids, [officer.id, registry.id])
  return added
}

const send = (path: string, lines: readonly string[], query: Record<string, string> = {}, by = officer) => {
  const form = new FormData()
  form.set('file', new File([lines.join('\n')], '../re\u202Esults.csv', { type: 'text/csv' }))
  const search = new URLSearchParams({ kind: 'cbt', exercise: '2024', ...query })
  return by.call('POST', `${path}?${search}`, { body: form })
}
const check = (lines: readonly string[], query: Record<string, string> = {}, by = officer) =>
  send('/staff/results/check', lines, query, by)

async function store(lines: readonly string[], query: Record<string, string> = {}): Promise<CheckedResults> {
  const { good } = (await check(lines, query)).body.data
  const { status, body } = await send('/staff/results', lines, { ...query, count: String(good) })
  expect([status, body.message]).toEqual([201, 'The results are stored. Applicants see them once they are published.'])
  return body.data
}

const readStored = async (numbers: readonly string[]) =>
  (
    await api.database.pool.query(
      `select results.number, results.score::float8, superseded.id is not null as is_former
       from results join applications on applications.id = application_id
       left join results superseded on superseded.supersedes = results.id
       where results.kind = 'cbt' and results.number = any($1) order by 1, results.entered_at`,
      [numbers],
    )
  ).rows

const readStatus = async (number: string | undefined) =>
  (await registry.call('GET', `/staff/results?kind=cbt&q=${number}`)).body.data.rows[0].status

const mark = (number: string | undefined, state: string) =>
  api.database.pool.query(
    `update seats set attendance = $2 where application_id = (select id from applications where number = $1)`,
    [number, state],
  )

test('each error is named by line and column, and a check stores nothing', async () => {
  const [one, absent, away, withdrawn, twice, over, unread] = await addSeated(7)
  await mark(absent?.number, 'absent')
  await mark(away?.number, 'turned_away')
  await api.database.pool.query(
    `update applications set withdrawn_at = now(), decision = 'pending' where number = $1`,
    [withdrawn?.number],
  )
  const unseated = (await addApplications(api, { count: 1, prefix: 'UNSEATED' }))[0]
  await addSeatedSitting(api, {
    applications: [unseated?.applicationId ?? ''],
    madeBy: officer.id,
    sitting: { kind: 'interview' },
  })
  const { rows } = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2042, 0, 0, '[]', 'Vendor') returning id`,
  )
  const elsewhere = (await addApplications(api, { count: 1, prefix: 'ELSEWHERE', exerciseId: rows[0].id }))[0]
  const { applicants: later } = await addSeatedSitting(api, { count: 1, madeBy: officer.id })
  const lines = [
    'Surname,Reg No,Total,Max',
    `Sule,${one?.number.toLowerCase()},61.5,100`,
    `Sule,${absent?.number},40,100`,
    `Sule,${away?.number},,100`,
    `Sule,${withdrawn?.number},40,100`,
    `Sule,${twice?.number},40,100`,
    `Sule,${twice?.number},41,100`,
    `Sule,${over?.number},101,100`,
    `Sule,${elsewhere?.number},50,100`,
    `Sule,${unseated?.number},50,100`,
    `Sule,${over?.number},=1+1,100`,
    `Sule,${over?.number},-3,100`,
    `Sule,${over?.number},12.345,x`,
    'Sule,,50,100',
    `Sule,${later[0]?.number},50,100`,
    `Sule,${away?.number},40,100`,
    `Sule,${one?.number},0,0`,
    `Sule,${absent?.number},,100`,
    `Sule,${unread?.number},,100`,
  ]
  const { status, body } = await check(lines)
  expect([status, body.message]).toEqual([200, 'The file is checked. Nothing is stored yet.'])
  const { errors, ...counts } = body.data as CheckedResults
  expect(counts).toMatchObject({
    mapping: { number: 'Reg No', score: 'Total', maximum: 'Max' },
    lines: 18,
    good: 2,
    same: 1,
    failed: 15,
    replaced: 0,
  })
  expect(errors).toEqual([
    { line: 3, column: 'Total', reason: 'is of an applicant who was absent' },
    { line: 5, column: 'Reg No', reason: 'is of an application that was withdrawn' },
    { line: 7, column: 'Reg No', reason: 'is on line 6 too' },
    { line: 8, column: 'Total', reason: 'is above the maximum of 100' },
    { line: 9, column: 'Reg No', reason: 'is no application of this exercise' },
    { line: 10, column: 'Reg No', reason: 'has no seat in a CBT' },
    { line: 11, column: 'Reg No', reason: 'is on line 8 too' },
    { line: 11, column: 'Total', reason: 'is a formula: put its value in its place' },
    { line: 12, column: 'Reg No', reason: 'is on line 8 too' },
    { line: 12, column: 'Total', reason: 'is below 0' },
    { line: 13, column: 'Reg No', reason: 'is on line 8 too' },
    { line: 13, column: 'Total', reason: 'is not a number with at most two decimals' },
    { line: 13, column: 'Max', reason: 'is not a number with at most two decimals' },
    { line: 14, column: 'Reg No', reason: 'is missing' },
    { line: 15, column: 'Reg No', reason: 'has a seat in a CBT that has not begun' },
    { line: 16, column: 'Reg No', reason: 'is on line 4 too' },
    { line: 16, column: 'Total', reason: 'is of an applicant who was turned away' },
    { line: 17, column: 'Reg No', reason: 'is on line 2 too' },
    { line: 17, column: 'Max', reason: 'is 0' },
    { line: 18, column: 'Reg No', reason: 'is on line 3 too' },
    { line: 18, column: 'Total', reason: 'is missing' },
    { line: 19, column: 'Total', reason: 'is missing' },
  ])
  expect(await readStored([one?.number ?? ''])).toEqual([])
})

test('V8.2.2 of an applicant from whose case somebody is recused their file says and stores nothing, as of an unknown one', async () => {
  const [hidden, other] = await addSeated(2)
  await store(['number,score,maximum', `${hidden?.number},61.5,100`])
  const recused = await createStaff(api, ['exam'])
  await recuseFrom(api, recused.id, hidden?.applicationId ?? '', registry.id)
  const readErrors = async (number?: string, score = '61.5') =>
    (await check(['number,score,maximum', `${number},${score},100`], {}, recused)).body.data.errors
  expect(await readErrors(hidden?.number)).toEqual(await readErrors('APP-2024-999999'))
  const lines = ['number,score,maximum', `${hidden?.number},99,100`, `${other?.number},50,100`]
  const { status, body } = await send('/staff/results', lines, { count: '1' }, recused)
  expect([status, body.data.good, body.data.failed]).toEqual([201, 1, 1])
  expect((await readStored([hidden?.number ?? ''])).map(({ score }) => score)).toEqual([61.5])
})

test('what a colleague has stored since the file was checked is not replaced unseen', async () => {
  const [one] = await addSeated(1)
  const linesOf = (score: number) => ['number,score,maximum', `${one?.number},${score},100`]
  expect((await check(linesOf(50))).body.data).toMatchObject({ good: 1, replaced: 0 })
  await store(linesOf(60))
  const late = (replaced: string) => send('/staff/results', linesOf(50), { count: '1', replaced })
  expect((await late('0')).body).toMatchObject({ code: 'count_differs', data: { good: 1, replaced: 1 } })
  expect((await readStored([one?.number ?? ''])).map(({ score }) => score)).toEqual([60])
  expect((await late('1')).status).toBe(201)
})

test('a second file takes the place of the first, which stays; what is the same is stored once', async () => {
  const [one, two] = await addSeated(2)
  const numbers = [one?.number ?? '', two?.number ?? '']
  const first = ['number,score,maximum', `${one?.number},50,100`, `${two?.number},60,100`]
  expect((await withoutAuditLog(api, () => send('/staff/results', first, { count: '2' }))).status).toBe(500)
  expect(await store(first)).toMatchObject({ good: 2, replaced: 0 })
  expect((await send('/staff/results', first, { count: '0' })).body.code).toBe('nothing_to_apply')
  const second = ['number,score,maximum', `${one?.number},55,100`, `${two?.number},60,100`]
  expect((await send('/staff/results', second, { count: '2' })).body).toMatchObject({
    code: 'count_differs',
    data: { good: 1, same: 1, replaced: 1 },
  })
  expect(await store(second)).toMatchObject({ good: 1, same: 1, replaced: 1 })
  // The newest counts, whichever of them the database finds last.
  await api.database.pool.query(`update results set home_state = 'Kano' where number = $1 and score = 50`, [
    one?.number,
  ])
  expect((await check(second)).body.data).toMatchObject({ good: 0, same: 2 })
  // The maximum of all is for lines that have none of their own.
  const outOf110 = ['number,score,maximum', `${one?.number},55,110`, `${two?.number},60,`]
  expect((await check(outOf110, { of: '100' })).body.data).toMatchObject({ good: 1, same: 1 })
  expect(await readStored(numbers)).toEqual([
    { number: one?.number, score: 50, is_former: true },
    { number: one?.number, score: 55, is_former: false },
    { number: two?.number, score: 60, is_former: false },
  ])
  const { rows } = (await registry.call('GET', `/staff/results?kind=cbt&q=${one?.number}`)).body.data
  expect(rows).toMatchObject([{ number: one?.number, score: 55, maximum: 100, isPublished: false }])
  const events = await api.database.pool.query(
    `select staff_id as by, (select year from exercises where id = exercise_id) as year, subject_kind, detail,
       (select options ->> 'name' from imports where id::text = subject_id) as file
     from audit_log where action = 'results_imported' order by id desc limit 2`,
  )
  // Whatever it was called on the computer: without path and invisible characters.
  const stored = { by: officer.id, year: 2024, subject_kind: 'import', file: 'results.csv' }
  expect(events.rows).toEqual([
    { ...stored, detail: { kind: 'cbt', results: 1, replaced: 1, failed: 0 } },
    { ...stored, detail: { kind: 'cbt', results: 2, replaced: 0, failed: 0 } },
  ])
})

test('a file can be stored again once its refused lines are right, and after another one', async () => {
  const [one, late] = await addSeated(2)
  await mark(late?.number, 'absent')
  const file = ['number,score,maximum', `${one?.number},50,100`, `${late?.number},60,100`]
  expect(await store(file)).toMatchObject({ good: 1, failed: 1 })
  await mark(late?.number, 'present')
  expect(await store(file)).toMatchObject({ good: 1, same: 1, failed: 0 })
  await store(['number,score,maximum', `${one?.number},55,100`])
  expect(await store(file)).toMatchObject({ good: 1, replaced: 1, same: 1 })
  expect((await readStored([one?.number ?? ''])).map(({ score }) => score)).toEqual([50, 55, 50])
})

test('a remark that a spreadsheet would calculate is refused, and one that is too long', async () => {
  const [one] = await addSeated(1)
  const readErrors = async (remark: string) =>
    (await check(['number,score,maximum,remark', `${one?.number},50,100,${remark}`])).body.data.errors
  const refusal = (reason: string) => [{ line: 2, column: 'remark', reason }]
  expect(await readErrors('=1+1')).toEqual(refusal('is a formula: put its value in its place'))
  expect(await readErrors('x'.repeat(maxRemark))).toEqual([])
  expect(await readErrors('x'.repeat(maxRemark + 1))).toEqual(refusal(`is longer than ${maxRemark} characters`))
})

test('two who store the same file at once store each result once', async () => {
  const added = await addSeated(20)
  const lines = ['number,score,maximum', ...added.map(({ number }, n) => `${number},${n},100`)]
  const people = [officer, await createStaff(api, ['exam'])]
  // Neither has finished when the other begins.
  const answers = await raceAtLock(
    api.database.url,
    'lock table audit_log in share mode',
    people.map((by) => () => send('/staff/results', lines, { count: '20' }, by)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await readStored(added.map(({ number }) => number))).toHaveLength(20)
})

test('what stands above the headings of a file is passed over, also above those that nobody knows', async () => {
  const [one] = await addSeated(1)
  const title = ['Computer centre,,,', 'Scores of the CBT', 'Total of candidates,1']
  const known = await check([...title, 'S/N,Reg No,Score,Max', `1,${one?.number},61,100`])
  expect(known.body.data).toMatchObject({ mapping: { number: 'Reg No', score: 'Score' }, good: 1, errors: [] })
  const { headings, errors } = (await check([title[1] ?? '', 'Code,Points', `${one?.number},x`])).body.data
  expect(headings).toEqual(['Code', 'Points'])
  expect(errors[0]).toEqual({ line: 2, column: 'application number or user ID', reason: 'is not among the headings' })
})

test('the columns of a file are chosen, and remembered for the next one', async () => {
  const [one] = await addSeated(1)
  const lines = ['Paper 1,Paper 2,Matric,Remark', `10,70,${one?.number},${'long '.repeat(50)}`]
  const unknown = (await check(lines)).body.data as CheckedResults
  expect(unknown.errors.map(({ column, reason }) => [column, reason])).toEqual(
    expect.arrayContaining([['application number or user ID', 'is not among the headings']]),
  )
  const chosen = { number: 'Matric', score: 'Paper 2', remark: '-', of: '80' }
  expect(await store(lines, chosen)).toMatchObject({ mapping: { number: 'Matric', score: 'Paper 2' }, good: 1 })
  expect(
    (
      await check(
        lines.map((line) => line.split(',', 3).join(',')),
        { of: '80' },
      )
    ).body.data,
  ).toMatchObject({
    mapping: { number: 'Matric', score: 'Paper 2' },
    same: 1,
  })
  expect((await check(['Matric,Paper 2', `${one?.number},70`])).body.data.errors).toEqual([
    { line: 2, column: '', reason: 'is missing' },
  ])
  const many = Array.from({ length: 101 }, (_, n) => `Column ${n}`)
  expect((await check([`,${many.join(',')}`])).body.data.headings).toEqual(many.slice(0, 100))
  // Neither for results of another kind nor in another exercise.
  await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2041, 0, 0, '[]', 'Vendor')`,
  )
  for (const query of [{ kind: 'interview' }, { exercise: '2041' }])
    expect((await check(lines, query)).body.data.mapping).toEqual(unknown.mapping)
})

test('a cut-off is counted by post, state and gender before anybody is chosen by it', async () => {
  const added = await addSeated(4)
  await store(['number,score,maximum', ...added.map(({ number }, n) => `${number},${n * 30},90`)])
  const count = async (score: number) =>
    (await registry.call('GET', `/staff/results/cut-off?kind=cbt&exercise=2024&score=${score}`)).body.data
  const all = await count(0)
  const nextYear = await registry.call('GET', '/staff/results/cut-off?kind=cbt&exercise=2042&score=0')
  expect(nextYear.body.data.scored).toBe(0)
  const recused = await createStaff(api, ['registry'])
  await recuseFrom(api, recused.id, added[0]?.applicationId ?? '', officer.id)
  const own = await recused.call('GET', '/staff/results/cut-off?kind=cbt&exercise=2024&score=0')
  expect(own.body.data.scored).toBe(all.scored - 1)
  const countOf = async (person: TestStaff) =>
    (await person.call('GET', `/staff/results?kind=cbt&q=${added[0]?.number}`)).body.data.rows.length
  expect([await countOf(recused), await countOf(registry)]).toEqual([0, 1])
  await api.database.pool.query('update recusals set ended_at = now(), ended_by = $2 where staff_id = $1', [
    recused.id,
    officer.id,
  ])
  expect(await countOf(recused)).toBe(1)
  const school = all.byPost.find(({ scored }: { scored: number }) => scored === 2)?.school
  const here = (groups: { school: string }[]) => groups.filter((group) => group.school === school)
  expect(here((await count(60)).byPost)).toEqual([
    { school, department: null, role: 'Lecturer I', scored: 2, above: 1 },
    { school, department: null, role: 'Lecturer II', scored: 2, above: 1 },
  ])
  expect(all.byTenth.reduce((sum: number, n: number) => sum + n, 0)).toBe(all.scored)
  expect([all.byState[0].state, all.byGender[0].gender]).toEqual(['ogun', 'f'])
  const body = { kind: 'cbt', exercise: 2024, score: 90 }
  const selection = await officer.call('POST', '/staff/results/cut-off', { body })
  expect(selection).toMatchObject({ status: 201, body: { data: { count: (await count(90)).above } } })
  const none = await officer.call('POST', '/staff/results/cut-off', { body: { ...body, score: 9000 } })
  expect(none.body.code).toBe('selection_empty')
  // The newest result counts, and nobody who has withdrawn.
  const before = await count(90)
  await store(['number,score,maximum', `${added[3]?.number},30,90`])
  expect(await count(90)).toMatchObject({ scored: before.scored, above: before.above - 1 })
  const later = await officer.call('POST', '/staff/results/cut-off', { body: { ...body, score: 60 } })
  expect(later.body.data.count).toBe((await count(60)).above)
  await api.database.pool.query(
    `update applications set withdrawn_at = now(), decision = 'pending' where number = $1`,
    [added[2]?.number],
  )
  expect(await count(60)).toMatchObject({ scored: before.scored - 1, above: later.body.data.count - 1 })
})

test('a cut-off counts whom it chooses: nobody who left the shortlist, was absent or was turned away', async () => {
  const added = await addSeated(4)
  await store(['number,score,maximum', ...added.map(({ number }) => `${number},5000,5000`)])
  const [rejected, absent, away, there] = added
  await api.database.pool.query(`update applications set decision = 'rejected' where number = $1`, [rejected?.number])
  await mark(absent?.number, 'absent')
  await mark(away?.number, 'turned_away')
  await mark(there?.number, 'present')
  const counted = (await registry.call('GET', '/staff/results/cut-off?kind=cbt&exercise=2024&score=5000')).body.data
  const body = { kind: 'cbt', exercise: 2024, score: 5000 }
  const chosen = (await officer.call('POST', '/staff/results/cut-off', { body })).body.data
  expect([counted.above, chosen.count]).toEqual([1, 1])
  // Those of other tests have smaller ones.
  expect(counted.highestMaximum).toBe(5000)
  expect(counted.lowestMaximum).toBeLessThan(5000)
})

test('a score of somebody who was marked as absent later is not published, and the publication says why', async () => {
  const [one] = await addSeated(1)
  await store(['number,score,maximum', `${one?.number},50,100`])
  await mark(one?.number, 'absent')
  const publishing = createPublishing(api, await createPublishingStaff(api))
  const selection = await publishing.select({ numbers: [one?.number ?? ''] }, officer)
  const make = () => officer.call('POST', '/staff/publications', { body: { kind: 'cbt', title: 'Results', selection } })
  expect((await make()).body.data.excluded).toEqual([{ exclusionReason: 'was_away', count: 1 }])
  expect(await readStatus(one?.number)).toBe('was_away')
  await mark(one?.number, 'present')
  expect((await make()).body.data.excluded).toEqual([])
})

test('a result does not count once its sitting is moved or cancelled, until one of the new sitting is stored', async () => {
  const [one] = await addSeated(1)
  const lines = ['number,score,maximum', `${one?.number},7000,7000`]
  await store(lines)
  const publishing = createPublishing(api, await createPublishingStaff(api))
  const selection = await publishing.select({ numbers: [one?.number ?? ''] }, officer)
  const make = async () =>
    (await officer.call('POST', '/staff/publications', { body: { kind: 'cbt', title: 'Results', selection } })).body
  const countAbove = async () =>
    (await registry.call('GET', '/staff/results/cut-off?kind=cbt&exercise=2024&score=7000')).body.data.above
  const findSitting = async () => {
    const { rows } = (await officer.call('GET', `/staff/seats?exercise=2024&kind=cbt&number=${one?.number}`)).body.data
    return (await officer.call('GET', `/staff/sittings/${rows[0].sitting.id}`)).body.data
  }
  expect([await countAbove(), (await make()).data.excluded]).toEqual([1, []])

  const { id, version } = await findSitting()
  const moved = { endsAt: '2024-03-04T12:00:00+01:00', reason: 'The hall has no power.', version }
  expect((await officer.call('POST', `/staff/sittings/${id}/move`, { body: moved })).status).toBe(201)
  expect(await countAbove()).toBe(0)
  const changed = [{ exclusionReason: 'sitting_changed', count: 1 }]
  expect(await make()).toMatchObject({ code: 'publication_empty', data: { excluded: changed } })
  expect(await readStatus(one?.number)).toBe('seat_released')
  const body = { kind: 'cbt', exercise: 2024, score: 7000 }
  expect((await officer.call('POST', '/staff/results/cut-off', { body })).body.code).toBe('selection_empty')

  // The same score again, but of the new sitting.
  expect(await store(lines)).toMatchObject({ good: 1, same: 0 })
  expect(await readStatus(one?.number)).toBe('counts')
  expect([await countAbove(), (await make()).data.excluded]).toEqual([1, []])
  const to = await findSitting()
  const cancelled = { step: 'cancel', reason: 'The centre was delisted.', version: to.version }
  expect((await officer.call('POST', `/staff/sittings/${to.id}/state`, { body: cancelled })).status).toBe(200)
  expect(await countAbove()).toBe(0)
  expect((await make()).data.excluded).toEqual(changed)
})

test.each(['-score', 'score'])('results are read page by page to their end (%s)', async (sort) => {
  const applicants = await addSeated(3)
  await store([
    'number,score,maximum',
    ...applicants.map(({ number }, n) => `${number},${99.25 + Math.min(n, 1) / 2},100`),
  ])
  const [{ school = '' } = {}] = (await registry.call('GET', `/staff/results?kind=cbt&q=${applicants[0]?.number}`)).body
    .data.rows
  const seen: number[] = []
  for (let after: string | null = ''; after !== null; ) {
    const query = new URLSearchParams({ sort, school, kind: 'cbt', limit: '1', ...(after && { after }) })
    const { body } = await registry.call('GET', `/staff/results?${query}`)
    seen.push(...body.data.rows.map(({ score }: { score: number }) => score))
    after = body.data.next
  }
  expect(seen).toEqual(sort === 'score' ? [99.25, 99.75, 99.75] : [99.75, 99.75, 99.25])
  const countOf = async (kind: string) =>
    (await registry.call('GET', `/staff/results?school=${school}&kind=${encodeURIComponent(kind)}`)).body.data.count
      .value
  expect([await countOf('cbt'), await countOf('interview'), await countOf('cbt|interview')]).toEqual([3, 3, 6])
})

test('a result shows by its publication alone; a later one is published as its correction', async () => {
  const [one, other] = await addSeated(2)
  const number = one?.number ?? ''
  const readPublished = async (of = number) => [
    (await registry.call('GET', `/staff/results?kind=cbt&q=${of}`)).body.data.rows[0].isPublished,
    (await registry.call('GET', `/staff/applications/${of}/result?kind=cbt`)).body.data.newest.isPublished,
  ]
  const people = await createPublishingStaff(api)
  const publishing = createPublishing(api, people)
  const readSeen = async () =>
    (await api.database.pool.query('select cbt_result, interview_result from applications where number = $1', [number]))
      .rows[0]
  const corrections: boolean[] = []
  const make = async (kind: string, of = number) => {
    const selection = await publishing.select({ numbers: [of] }, officer)
    return officer.call('POST', '/staff/publications', { body: { kind, title: 'Results', selection } })
  }
  const propose = async ({ id, version }: { id: string; version: number }) => {
    const proposed = (await publishing.propose(id, version, officer)).body.data
    const { rows } = (await people.maker.call('GET', `/staff/publications/${id}/items`)).body.data
    corrections.push(rows[0].publishes.isCorrection)
    const email = await people.maker.call('GET', `/staff/publications/${id}/items/${rows[0].number}/email`)
    expect(email.body.data.text).toContain(String(rows[0].publishes.score))
    return proposed
  }
  const approve = async (proposed: ProposedPublication) => {
    expect((await publishing.approve(proposed)).status).toBe(200)
    await api.services.publications.publish({ publicationId: proposed.id })
    api.clock.advance(1_000)
    return (await publishing.read(proposed.id)).publishedAt
  }
  const publish = async () => {
    const made = await make('cbt')
    if (made.status !== 201) return made.body
    const proposed = await propose(made.body.data)
    expect(await readPublished()).toEqual([false, false])
    return approve(proposed)
  }
  expect(await publish()).toMatchObject({ data: { excluded: [{ exclusionReason: 'no_result', count: 1 }] } })
  await store(['number,score,maximum,remark', `${number},61.5,100,Second attempt`, `${other?.number},50,100,`])
  expect(await readSeen()).toEqual({ cbt_result: null, interview_result: null })
  for (const kind of ['cbt', 'interview']) await approve(await propose((await make(kind, other?.number)).body.data))
  // A draft that nobody proposed; a publication of the other kind does not wait for this one, nor this one for it.
  expect((await make('cbt')).status).toBe(201)
  await store(['number,score,maximum,remark', `${number},61.5,100,Third attempt`])
  const interviews = await propose((await make('interview')).body.data)
  const publishedAt = await publish()
  expect(await readPublished()).toEqual([true, true])
  expect(await readSeen()).toEqual({
    cbt_result: { score: 61.5, maximum: 100, remark: 'Third attempt', publishedAt },
    interview_result: null,
  })
  await approve(interviews)
  expect(await publish()).toMatchObject({ data: { excluded: [{ exclusionReason: 'already_published', count: 1 }] } })
  await store(['number,score,maximum', `${number},64,100`])
  expect((await readSeen()).cbt_result.score).toBe(61.5)
  const corrected = await publish()
  expect((await readSeen()).cbt_result).toEqual({ score: 64, maximum: 100, publishedAt: corrected })
  expect(corrections).toEqual([false, false, false, false, true])
})

test('nothing but a publication writes a result that applicants see, and a stored one never changes', async () => {
  const [one] = await addSeated(1)
  await store(['number,score,maximum', `${one?.number},50,100`])
  const run = (text: string) => api.serverDatabase.pool.query(text, [one?.applicationId])
  for (const change of [
    `update applications set cbt_result = '{"score": 50, "maximum": 100, "publishedAt": "2024-12-01T00:00:00Z"}' where id = $1`,
    'update results set score = 60 where application_id = $1',
    'delete from results where application_id = $1',
  ])
    await expect(run(change)).rejects.toMatchObject({ code: expect.stringMatching(/^(23001|42501)$/) })
})

test('only exam officers import; a file that is no list, and an unknown exercise, are refused', async () => {
  expect((await check(['number,score'], {}, registry)).status).toBe(403)
  expect((await check(['number,score'], { exercise: '1999' })).status).toBe(404)
  expect((await check(['PK\u0003\u0004'])).body.code).toBe('list_unreadable')
  expect((await check(['number,"score'])).body).toMatchObject({
    code: 'list_unreadable',
    message: expect.stringMatching(/^Line \d+: /),
  })
  expect((await check(['number,score'])).body.data.errors).toEqual([
    { line: 1, column: '', reason: 'there is no result below the headings' },
  ])
  expect((await check(['number,score'], { of: '0' })).body.errors).toEqual([
    { path: 'of', message: 'Enter a maximum above 0.' },
  ])
})

test('a file of a thousand errors lists them all; of more, that there are others', async () => {
  const lines = (count: number) => ['number,score', ...Array.from({ length: count }, (_, at) => `APP-1999-${at},50`)]
  for (const [count, moreErrors] of [
    [1_000, false],
    [1_001, true],
  ] as const) {
    const { data } = (await check(lines(count), { of: '100' })).body
    expect([data.errors.length, data.moreErrors, data.failed]).toEqual([1_000, moreErrors, count])
  }
})
