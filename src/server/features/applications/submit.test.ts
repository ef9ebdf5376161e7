import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  accounts,
  applications,
  auditLog,
  drafts,
  exercises,
  ninVerifications,
} from '#server/platform/database/schema/schema.ts'
import { fileUrl } from '#shared/api/calls.ts'
import { contracts } from '#shared/api/contracts.ts'
import { sections } from '#shared/application/sections.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { readyToSubmit } from '#tests/support/api/submissions.ts'
import { aFileRow, anApplicant, aPaidApplicant, type TestApplicant } from '#tests/support/fixtures/accounts.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'
import { waitingJobs } from '#tests/support/postgres/waiting-jobs.ts'
import { setExercise } from '../exercise/set-exercise.ts'
import { applicationService } from './service.ts'
import { applicationStore } from './store.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const submit = ({ token }: Pick<TestApplicant, 'token'>, body: unknown) =>
  api.call('POST', '/applications/', { token, body })
const rowsOf = ({ id }: TestApplicant) =>
  api.database.db.select().from(applications).where(eq(applications.accountId, id))

const ready = () => readyToSubmit(api)

describe('a submission', () => {
  test('is answered with its number, and kept with the answers and the tables of that day', async () => {
    const { applicant, answers } = await ready()
    const { status, body } = await submit(applicant, answers)
    expect(status).toBe(201)
    expect(contracts.submitApplication.reply.parse(body)).toEqual(body)
    expect(body.message).toBe('Application submitted successfully.')
    expect(body.data.applicationId).toMatch(/^APP-2024-\d{6}$/)

    const [row] = await rowsOf(applicant)
    expect(row).toMatchObject({ number: body.data.applicationId, answers, decision: 'pending', homeState: 'ogun' })
    expect(row?.shown.map(({ title }) => title)).toContain('Referees')
    expect(row?.shown[0]?.rows.map((cells) => cells.map(({ text }) => text))).toContainEqual([
      'User ID',
      applicant.userId,
    ])
  })

  test('takes its draft away, leaves a record, and has one letter with its number sent', async () => {
    const { applicant, answers } = await ready()
    await api.call('PUT', '/applications/draft', { token: applicant.token, body: { document: answers, revision: 0 } })
    const { body } = await submit(applicant, answers)
    const { db } = api.database
    expect(await db.select().from(drafts).where(eq(drafts.accountId, applicant.id))).toEqual([])
    const records = await db.select().from(auditLog).where(eq(auditLog.accountId, applicant.id))
    expect(records.filter(({ action }) => action === 'application_submitted')).toMatchObject([
      { actor: 'applicant', detail: { number: body.data.applicationId } },
    ])
    const letters = (await waitingJobs(api, 'send_letter')).filter(({ accountId }) => accountId === applicant.id)
    expect(letters).toEqual([
      {
        letter: 'applicationSubmitted',
        accountId: applicant.id,
        data: { applicationNumber: body.data.applicationId, submittedAt: expect.stringMatching(/Z$/) },
      },
    ])
  })

  test("takes the account's facts, whatever was sent, and Nigeria for the country", async () => {
    const { applicant, answers } = await ready()
    const facts = { surName: 'Zubairu', nin: '12345678901', role: 'Rector', country: 'ghana', userId: 'RE24-00001' }
    const homeAddress = { ...answers.homeAddress, country: 'ghana' }
    expect((await submit(applicant, { ...answers, ...facts, homeAddress })).status).toBe(201)
    const [row] = await rowsOf(applicant)
    expect(row?.answers).toEqual(answers)
    expect(JSON.stringify(row).match(/Zubairu|12345678901|ghana/)).toBeNull()
  })

  test('numbers go on where they stand, past six digits too', async () => {
    const { pool } = api.database
    await pool.query("select setval('application_numbers', 999999)")
    const { applicant, answers } = await ready()
    expect((await submit(applicant, answers)).body.data.applicationId).toBe('APP-2024-1000000')
    await pool.query("select setval('application_numbers', 122)")
    const next = await ready()
    expect((await submit(next.applicant, next.answers)).body.data.applicationId).toBe('APP-2024-000123')
  })

  test('keeps the photos of that day', async () => {
    const { applicant, answers } = await ready()
    const { db } = api.database
    const photo = await aFileRow(api, applicant.id, 'image/jpeg')
    const ninPhoto = await aFileRow(api, applicant.id, 'image/jpeg')
    await db.update(accounts).set({ photoFileId: photo }).where(eq(accounts.id, applicant.id))
    await db.update(ninVerifications).set({ photoFileId: ninPhoto }).where(eq(ninVerifications.accountId, applicant.id))
    await submit(applicant, answers)
    expect(await rowsOf(applicant)).toMatchObject([{ photoFileId: photo, ninPhotoFileId: ninPhoto }])
  })
})

describe('a repeated submission', () => {
  test('with the same answers is the same success, and changes nothing', async () => {
    const { applicant, answers } = await ready()
    const first = await submit(applicant, answers)
    const reordered = Object.fromEntries(Object.entries(answers).reverse())
    for (const body of [answers, reordered, { ...answers, surName: 'ignored' }]) {
      const again = await submit(applicant, body)
      expect([again.status, again.body]).toEqual([201, first.body])
    }
    expect(await rowsOf(applicant)).toHaveLength(1)
    const letters = (await waitingJobs(api, 'send_letter')).filter(({ accountId }) => accountId === applicant.id)
    expect(letters).toHaveLength(1)
  })

  test('with other answers is refused with the number of the one that counts', async () => {
    const { applicant, answers } = await ready()
    const first = await submit(applicant, answers)
    const { status, body } = await submit(applicant, { ...answers, hobby: 'Another' })
    expect([status, body.code, body.message]).toEqual([
      409,
      'already_submitted',
      'You have submitted your application.',
    ])
    expect(body.data).toEqual(first.body.data)
    expect(await rowsOf(applicant)).toMatchObject([{ answers }])
  })

  test('twelve at once make one application, and all are told its number', async () => {
    const { applicant, answers } = await ready()
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => submit(applicant, answers)))
    const [row] = await rowsOf(applicant)
    for (const { status, body } of outcomes) expect([status, body.data.applicationId]).toEqual([201, row?.number])
    expect(await rowsOf(applicant)).toHaveLength(1)
    const letters = (await waitingJobs(api, 'send_letter')).filter(({ accountId }) => accountId === applicant.id)
    expect(letters).toHaveLength(1)
  })

  test('of two with different answers, on two servers, one wins and the other is told so', async () => {
    const other = await api.second()
    const { applicant, answers } = await ready()
    const elsewhere = fetch(`${other.url}/api/v1/applications/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${applicant.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...answers, hobby: 'Another' }),
    })
    const [here, there] = await Promise.all([submit(applicant, answers), elsewhere])
    expect([here.status, there.status].sort()).toEqual([201, 409])
    const [row, ...more] = await rowsOf(applicant)
    expect(more).toEqual([])
    expect(here.body.data.applicationId).toBe(row?.number)
    await other.close()
  })
})

describe('a submission is refused', () => {
  test('to guests, before the password is changed, and before payment', async () => {
    const { answers } = await ready()
    expect((await api.call('POST', '/applications/', { body: answers })).status).toBe(401)
    expect((await submit({ token: 'x'.repeat(43) }, answers)).status).toBe(401)
    const mustChange = await aPaidApplicant(api, { mustChangePassword: true })
    expect((await submit(mustChange, answers)).body.code).toBe('must_change_password')
    const { status, body } = await submit(await anApplicant(api), answers)
    expect([status, body.message]).toEqual([403, 'You have not made your payment.'])
  })

  test('before the NIN is verified', async () => {
    const paid = await aPaidApplicant(api)
    const answers = completeAnswers(fileUrl(await aFileRow(api, paid.id)))
    const { status, body } = await submit(paid, answers)
    expect([status, body.code, body.message]).toEqual([403, 'nin_required', 'Verify your NIN before you submit.'])
    expect(await rowsOf(paid)).toEqual([])
  })

  test('when the body is no form at all', async () => {
    const { applicant } = await ready()
    for (const body of ['{', '[]', '"text"', undefined]) expect((await submit(applicant, body)).status).toBe(400)
  })

  test('for a field outside the form, by its name', async () => {
    const { applicant, answers } = await ready()
    const { body } = await submit(applicant, { ...answers, salary: 1, isVerified: true })
    expect(body.errors).toEqual([
      { path: 'salary', message: 'There is no field "salary" here.' },
      { path: 'isVerified', message: 'There is no field "isVerified" here.' },
    ])
  })

  test('for everything that is missing at once, the first as the message', async () => {
    const { applicant } = await ready()
    const { status, body } = await submit(applicant, {})
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      { path: 'placeOfBirth', message: 'Place of birth is required.' },
      { path: 'institutions', message: sections.institutions.words.tooFew },
      { path: 'academicQualification', message: sections.academicQualification.words.tooFew },
      { path: 'experience', message: sections.experience.words.tooFew },
      { path: 'referees', message: 'Please provide at least 3 referees.' },
    ])
    expect(body.message).toBe('Place of birth is required.')
  })
})

describe('the deadline', () => {
  beforeEach(() => setExercise(api.database.db, { deadline: null }).then(() => undefined))
  const atDeadline = (ms: number) => new Date(api.clock.now().getTime() + ms).toISOString()

  test('lets in who comes before it, and nobody after it', async () => {
    await setExercise(api.database.db, { deadline: atDeadline(60_000) })
    const early = await ready()
    expect((await submit(early.applicant, early.answers)).status).toBe(201)

    await setExercise(api.database.db, { deadline: atDeadline(-1) })
    const late = await ready()
    const { status, body } = await submit(late.applicant, late.answers)
    expect([status, body.code, body.message]).toEqual([
      403,
      'exercise_closed',
      'The time to submit applications has passed.',
    ])
    expect(await rowsOf(late.applicant)).toEqual([])
    // The answer to the early one may have been lost.
    expect((await submit(early.applicant, early.answers)).status).toBe(201)
  })

  test("is not the status: 'closed' stops nobody from submitting", async () => {
    expect(await api.database.db.select().from(exercises)).toMatchObject([{ status: 'closed', deadline: null }])
    const { applicant, answers } = await ready()
    expect((await submit(applicant, answers)).status).toBe(201)
  })

  test('itself is still in time, a millisecond later is not', async () => {
    const deadline = new Date('2026-12-31T22:59:59.000Z')
    await setExercise(api.database.db, { deadline: deadline.toISOString() })
    const { applicant, answers } = await ready()
    const submitAt = (moment: Date) =>
      applicationService({
        database: api.database,
        applications: applicationStore(api.database.db),
        clock: () => moment,
        publicUrl: api.config.publicUrl,
      }).submit(applicant.id, answers)
    await expect(submitAt(new Date(deadline.getTime() + 1))).rejects.toMatchObject({ code: 'exercise_closed' })
    await expect(submitAt(deadline)).resolves.toMatch(/^APP-2024-/)
  })
})
