import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exercises } from '#server/database/schema/exercises.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createApplicant, createReadyApplicant, insertFileRow } from '#tests/support/fixtures/applicants.ts'
import { createExerciseService } from './service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const earlier = {
  institution: 'State Institute of Technology and Management',
  shortName: 'SITM',
  title: 'Academic Staff Recruitment',
  year: 2024,
  status: 'closed',
  deadline: null,
  contact: { address: null, phone: '+234 800 000 0000', hours: null },
}

test('when another exercise is current, applicants of an earlier one still see their own', async () => {
  const { id, userId, password, token } = await createReadyApplicant(api)
  const answers = createCompleteAnswers(getFileUrl(await insertFileRow(api, id)))
  await api.call('POST', '/applications/', { token, body: answers })
  const service = createExerciseService(api.database)
  await service.setExercise({ contact: { phone: earlier.contact.phone } })
  await service.setExercise({
    contact: { phone: '+234 800 000 0001' },
    year: 2027,
    current: true,
    institution: 'Hillside Polytechnic',
    shortName: 'HP',
    title: 'Senior Staff Recruitment',
    status: 'open',
    deadline: '2027-06-30T23:59:59+01:00',
  })
  api.clock.advance(5_000)
  const { body: current } = await api.call('GET', '/exercise')
  expect(current.data).toMatchObject({ institution: 'Hillside Polytechnic', year: 2027, status: 'open' })

  const login = await api.call('POST', '/users/login', { body: { userId, password } })
  expect(login.body.data.exercise).toEqual(earlier)
  expect((await api.call('GET', '/users/me', { token })).body.data.exercise).toEqual(earlier)

  const { body: own } = await api.call('GET', '/applications/my', { token })
  expect(own.data.applicationId).toMatch(/^APP-2024-/)
  const { body: slip } = await api.call('GET', `/slips/${own.data.slipCode}`)
  expect([slip.data.institution, slip.data.exercise]).toEqual([earlier.institution, 'Academic Staff Recruitment 2024'])
  const { body: payment } = await api.call('GET', '/payments/my', { token })
  const { body: paymentSlip } = await api.call('GET', `/slips/${payment.data.slipCode}`)
  expect(paymentSlip.data.exercise).toBe('Academic Staff Recruitment 2024')
})

test('without a year the lists of the staff are of the current exercise, and else of the newest', async () => {
  const { pool } = api.database
  const registry = await createStaff(api, ['registry'])
  const list = async () => {
    const { body } = await registry.call('GET', '/staff/applicants')
    return body.data.rows.map(({ userId }: { userId: string }) => userId)
  }
  await createApplicant(api)
  const { rows } = await pool.query('select id from exercises where year = 2027')
  const { userId } = await createApplicant(api, { exerciseId: rows[0].id })
  await pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
     values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor')`,
  )
  // Wherever the table has it.
  await pool.query('update exercises set title = title where is_current')
  const current = await list()
  await pool.query('update exercises set is_current = false')
  const newest = await list()
  await pool.query('update exercises set is_current = true where year = 2027')
  expect([current, newest]).toEqual([[userId], []])
})

test("the deadline that an applicant sees is that of the applicant's own exercise", async () => {
  const { token } = await createReadyApplicant(api)
  const deadline = new Date('2026-12-07T11:30:00Z')
  await api.database.db.update(exercises).set({ deadline }).where(eq(exercises.year, 2024))
  const { body } = await api.call('GET', '/users/me', { token })
  expect(body.data.exercise.deadline).toBe(deadline.toISOString())
})

test('an archived exercise tells its applicants since when nothing can be submitted, so that nobody pays in vain', async () => {
  const { pool } = api.database
  const archivedAt = '2026-01-31T09:00:00.000Z'
  const { rows } = await pool.query<{ id: number }>(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
     values ('Institute', 'I', 'Recruitment', 2021, 0, 0, '[]', 'Vendor') returning id`,
  )
  const [{ id } = { id: 0 }] = rows
  const { token } = await createApplicant(api, { exerciseId: id })
  const readDeadline = async (deadline: string | null, archived: string | null) => {
    await pool.query('update exercises set archived_at = null where id = $1', [id])
    await pool.query('update exercises set deadline = $2, archived_at = $3 where id = $1', [id, deadline, archived])
    return (await api.call('GET', '/users/me', { token })).body.data.exercise.deadline
  }
  expect(await readDeadline(null, null)).toBeNull()
  expect(await readDeadline(null, archivedAt)).toBe(archivedAt)
  expect(await readDeadline('2026-06-30T22:59:59.000Z', archivedAt)).toBe(archivedAt)
  expect(await readDeadline('2025-12-31T22:59:59.000Z', archivedAt)).toBe('2025-12-31T22:59:59.000Z')
  await pool.query('update exercises set archived_at = null where id = $1', [id])
})
