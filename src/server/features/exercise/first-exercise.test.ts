// A server that was just started: no exercise until the first administrator prepares one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StaffCallName, staffCalls } from '#shared/api/staff/calls.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { listAuditEvents } from '#tests/support/api/audit.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ hasExercise: false })
})
afterAll(() => api.close())

const first = {
  year: 2027,
  institution: 'Hillside Polytechnic',
  shortName: 'HP',
  title: 'Teaching Staff Recruitment',
  fee: 10_000,
  charge: 0,
}

test.each(['/exercise', '/exercise/advert.pdf'])('%s says that no exercise is open', async (path) => {
  expect(await api.call('GET', path)).toMatchObject({
    status: 404,
    body: { code: 'no_exercise', message: 'No recruitment exercise is open at present.' },
  })
})

test('nobody can log in, and nothing fails', async () => {
  const { status } = await api.call('POST', '/users/login', {
    body: { userId: 'REC202700001', password: 'password-1' },
  })
  expect(status).toBe(401)
})

test.each(['registry', 'chair', 'admin', 'auditor', 'reviewer', 'bursar', 'helpdesk'] as const)(
  'every page of the role %s that reads works without an exercise',
  async (role) => {
    const person = await createStaff(api, [role], { isFresh: true })
    const reads = (Object.keys(staffCalls) as StaffCallName[])
      .map((name) => staffCalls[name].split(' '))
      .filter(([method, path = '']) => method === 'GET' && !path.includes(':'))
    for (const [, path = ''] of reads) {
      const { status } = await person.call('GET', path)
      expect([path, status < 500], `${status}`).toEqual([path, true])
    }
    expect((await person.call('GET', '/staff/search?q=Amina')).body.data).toEqual({ found: [], more: false })
  },
)

test('the first administrator invites others, whose email names the portal', async () => {
  const admin = await createStaff(api, ['admin'], { isFresh: true })
  const email = 'second@example.org'
  await admin.call('POST', '/staff/invitations', { body: { email, name: 'Sola Ige', roles: [{ role: 'helpdesk' }] } })
  const readMail = () =>
    api.mailbox
      .messages(email)
      .map(({ text }) => text.replace(/\s+/g, ' '))
      .join()
  await expect.poll(readMail).toContain('on the staff pages of the recruitment portal.')
})

test('the first exercise needs its settings, is recorded, and is the one that the public sees', async () => {
  const registry = await createStaff(api, ['registry'])
  expect((await registry.call('POST', '/staff/exercises', { body: first })).status).toBe(403)
  const admin = await createStaff(api, ['admin'])
  const { institution: _, ...incomplete } = first
  expect(await admin.call('POST', '/staff/exercises', { body: incomplete })).toMatchObject({
    body: { errors: [{ path: 'institution', message: 'Enter the name of the institution.' }] },
  })
  expect(await admin.call('POST', '/staff/exercises', { body: first })).toMatchObject({ status: 201 })
  expect(await api.call('GET', '/exercise')).toMatchObject({
    body: {
      data: {
        year: 2027,
        institution: 'Hillside Polytechnic',
        status: 'closed',
        posts: [],
        fee: 10_000,
        // Nobody is credited on the pages until Settings name a vendor.
        vendor: { name: '', url: null },
      },
    },
  })
  const { rows } = await api.database.pool.query('select version, made_by from exercise_changes')
  expect(rows).toEqual([{ version: 1, made_by: admin.id }])
  expect(await listAuditEvents(api, 'exercise', '2027')).toEqual([
    {
      action: 'exercise_added',
      by: admin.id,
      detail: {
        year: 2027,
        columns: ['year', 'institution', 'shortName', 'title', 'feeKobo', 'chargeKobo', 'vendorName', 'vendorUrl'],
      },
    },
  ])
  expect(await admin.call('GET', '/staff/me')).toMatchObject({
    body: { data: { me: { exercises: [{ year: 2027, isCurrent: true }] } } },
  })
  expect(await admin.call('POST', '/staff/exercises', { body: { ...first, year: 2028 } })).toMatchObject({
    body: { errors: [{ path: 'from', message: 'Say which exercise is copied.' }] },
  })
})

test('of two who prepare the same year at once one does, and the last one of those made current at once is', async () => {
  const admin = await createStaff(api, ['admin'])
  const prepare = (year: number) => admin.call('POST', '/staff/exercises', { body: { year, from: 2027 } })
  const makeCurrent = (year: number) =>
    admin.call('PUT', `/staff/exercises/${year}`, { body: { current: true, version: 1 } })
  const lock = 'lock table exercises in share row exclusive mode'
  const raceFor = async (call: (year: number) => ReturnType<typeof prepare>, years: number[]) => {
    const answers = await raceAtLock(
      api.database.url,
      lock,
      years.map((year) => () => call(year)),
    )
    return answers.map(({ status }) => status).toSorted()
  }
  expect(await raceFor(prepare, [2028, 2028])).toEqual([201, 409])
  await prepare(2029)
  expect(await raceFor(makeCurrent, [2028, 2029])).toEqual([200, 200])
})
