import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applications, drafts } from '#server/database/schema/applications-and-drafts.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { ninVerifications } from '#server/database/schema/nin.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { sections } from '#shared/application/sections.ts'
import { getCellText } from '#shared/forms/table.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { callApi } from '#tests/support/api/call-api.ts'
import { beginSubmission, createSubmittableApplication } from '#tests/support/api/submissions.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import {
  createApplicant,
  createPaidApplicant,
  createReadyApplicant,
  insertFileRow,
  type TestApplicant,
} from '#tests/support/fixtures/applicants.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'
import { createExerciseService } from '../exercise/service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting', connections: 10 })
})
afterAll(() => api.close())

const submit = ({ token }: Pick<TestApplicant, 'token'>, body: unknown) =>
  api.call('POST', '/applications/', { token, body })
const findRows = ({ id }: TestApplicant) =>
  api.database.db.select().from(applications).where(eq(applications.accountId, id))

/** Lets every request find no application, and then insert at the same time. */
const raceSubmissions = <T>(calls: (() => Promise<T>)[]) =>
  raceAtLock(api.config.databaseUrl ?? '', 'lock table applications in share mode', calls)

const createReady = () => createSubmittableApplication(api)

describe('a submission', () => {
  test('returns its number and time, and stores the answers and the rendered tables', async () => {
    const { applicant, answers } = await createReady()
    const { status, body } = await submit(applicant, answers)
    expect(status).toBe(201)
    expect(contracts.submitApplication.reply.parse(body)).toEqual(body)
    expect(body.message).toBe('Application submitted successfully.')
    expect(body.data.applicationId).toMatch(/^APP-2024-\d{6}$/)

    const [row] = await findRows(applicant)
    expect(row).toMatchObject({ number: body.data.applicationId, answers, decision: 'pending' })
    expect(row?.submittedAt.toISOString()).toBe(body.data.submittedAt)
    expect(row?.renderedTables.map(({ title }) => title)).toContain('Referees')
    expect(row?.renderedTables[0]?.rows.map((cells) => cells.map(getCellText))).toContainEqual([
      'User ID',
      applicant.userId,
    ])
  })

  test('deletes the draft, writes an audit event, and sends one email with the number to the applicant and one to each referee', async () => {
    const { applicant, answers } = await createReady()
    await api.call('PUT', '/applications/draft', { token: applicant.token, body: { document: answers, revision: 0 } })
    const { body } = await submit(applicant, answers)
    const { db } = api.database
    expect(await db.select().from(drafts).where(eq(drafts.accountId, applicant.id))).toEqual([])
    const records = await db.select().from(auditLog).where(eq(auditLog.accountId, applicant.id))
    expect(records.filter(({ action }) => action === 'application_submitted')).toMatchObject([
      { actor: 'applicant', detail: { number: body.data.applicationId } },
    ])
    const emails = (await listWaitingJobs(api, 'send_email')).filter(({ accountId }) => accountId === applicant.id)
    const expected = [
      {
        email: 'applicationSubmitted',
        accountId: applicant.id,
        data: { applicationNumber: body.data.applicationId, submittedAt: expect.stringMatching(/Z$/) },
      },
      ...answers.referees.map(({ name, email }) => ({
        email: 'refereeNamed',
        accountId: applicant.id,
        to: email,
        data: { refereeName: name },
      })),
    ]
    expect(emails).toHaveLength(expected.length)
    expect(emails).toEqual(expect.arrayContaining(expected))
  })

  test('tells a referee who was named twice once', async () => {
    const { applicant, answers } = await createReady()
    const referees = answers.referees.map((referee, at) =>
      at === 1 ? { ...referee, email: answers.referees[0]?.email.toUpperCase() } : referee,
    )
    expect((await submit(applicant, { ...answers, referees })).status).toBe(201)
    const emails = (await listWaitingJobs(api, 'send_email')).filter(({ accountId }) => accountId === applicant.id)
    expect(emails.filter(({ email }) => email === 'refereeNamed')).toHaveLength(2)
  })

  test("V8.2.3 V15.3.3 uses the account's facts whatever was sent, and Nigeria as the country", async () => {
    const { applicant, answers } = await createReady()
    const facts = { surName: 'Zubairu', nin: '12345678901', role: 'Rector', country: 'ghana', userId: 'RE24-00001' }
    const homeAddress = { ...answers.homeAddress, country: 'ghana' }
    expect((await submit(applicant, { ...answers, ...facts, homeAddress })).status).toBe(201)
    const [row] = await findRows(applicant)
    expect(row?.answers).toEqual(answers)
    expect(JSON.stringify(row).match(/Zubairu|12345678901|ghana/)).toBeNull()
  })

  test('numbers continue the sequence, also with more than six digits', async () => {
    const { pool } = api.database
    await pool.query("select setval('application_numbers', 999999)")
    const { applicant, answers } = await createReady()
    expect((await submit(applicant, answers)).body.data.applicationId).toBe('APP-2024-1000000')
    await pool.query("select setval('application_numbers', 122)")
    const next = await createReady()
    expect((await submit(next.applicant, next.answers)).body.data.applicationId).toBe('APP-2024-000123')
  })

  test('stores the photos as they are at that time', async () => {
    const { applicant, answers } = await createReady()
    const { db } = api.database
    const photo = await insertFileRow(api, applicant.id, 'image/jpeg')
    const ninPhoto = await insertFileRow(api, applicant.id, 'image/jpeg')
    await db.update(accounts).set({ photoFileId: photo }).where(eq(accounts.id, applicant.id))
    await db.update(ninVerifications).set({ photoFileId: ninPhoto }).where(eq(ninVerifications.accountId, applicant.id))
    await submit(applicant, answers)
    expect(await findRows(applicant)).toMatchObject([{ photoFileId: photo, ninPhotoFileId: ninPhoto }])
  })
})

describe('a repeated submission', () => {
  test('with the same answers succeeds again and changes nothing', async () => {
    const { applicant, answers } = await createReady()
    const first = await submit(applicant, answers)
    const reordered = Object.fromEntries(Object.entries(answers).reverse())
    for (const body of [answers, reordered, { ...answers, surName: 'ignored' }]) {
      const again = await submit(applicant, body)
      expect([again.status, again.body]).toEqual([201, first.body])
    }
    expect(await findRows(applicant)).toHaveLength(1)
    const emails = (await listWaitingJobs(api, 'send_email')).filter(({ accountId }) => accountId === applicant.id)
    // One to the applicant, and one to each of three referees.
    expect(emails).toHaveLength(4)
  })

  test('with other answers is refused with the number of the first one', async () => {
    const { applicant, answers } = await createReady()
    const first = await submit(applicant, answers)
    const { status, body } = await submit(applicant, { ...answers, hobby: 'Another' })
    expect([status, body.code, body.message]).toEqual([
      409,
      'already_submitted',
      'You have submitted your application.',
    ])
    expect(body.data).toEqual({ applicationId: first.body.data.applicationId })
    expect(await findRows(applicant)).toMatchObject([{ answers }])
  })

  test('V2.3.4 eight concurrent requests create one application, and all return its number', async () => {
    const { applicant, answers } = await createReady()
    const outcomes = await raceSubmissions(Array.from({ length: 8 }, () => () => submit(applicant, answers)))
    const [row] = await findRows(applicant)
    for (const { status, body } of outcomes) expect([status, body.data.applicationId]).toEqual([201, row?.number])
    expect(await findRows(applicant)).toHaveLength(1)
    const emails = (await listWaitingJobs(api, 'send_email')).filter(({ accountId }) => accountId === applicant.id)
    // One to the applicant, and one to each of three referees.
    expect(emails).toHaveLength(4)
  })

  test('with different answers on two servers at the same time: one succeeds, the other is refused', async () => {
    const other = await api.startSecondServer()
    const { applicant, answers } = await createReady()
    const replies = await raceSubmissions([
      () => submit(applicant, answers),
      () =>
        callApi(other.url, 'POST', '/applications/', {
          token: applicant.token,
          body: { ...answers, hobby: 'Another' },
        }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    const [row, ...more] = await findRows(applicant)
    expect(more).toEqual([])
    for (const { body } of replies) expect(body.data.applicationId).toBe(row?.number)
    await other.close()
  })
})

describe('a submission is refused', () => {
  test('V2.3.1 without a session, before the password is changed, and before payment', async () => {
    const { answers } = await createReady()
    expect((await api.call('POST', '/applications/', { body: answers })).status).toBe(401)
    expect((await submit({ token: 'x'.repeat(43) }, answers)).status).toBe(401)
    const mustChange = await createPaidApplicant(api, { mustChangePassword: true })
    expect((await submit(mustChange, answers)).body.code).toBe('must_change_password')
    const { status, body } = await submit(await createApplicant(api), answers)
    expect([status, body.message]).toEqual([403, 'You have not made your payment.'])
  })

  test('V2.3.1 before the NIN is verified', async () => {
    // What was looked up is the NIN of somebody else.
    const paid = await createReadyApplicant(api)
    await api.database.db
      .update(ninVerifications)
      .set({ outcome: 'mismatch' })
      .where(eq(ninVerifications.accountId, paid.id))
    const answers = createCompleteAnswers(getFileUrl(await insertFileRow(api, paid.id)))
    const { status, body } = await submit(paid, answers)
    expect([status, body.code, body.message]).toEqual([403, 'nin_required', 'Verify your NIN before you submit.'])
    expect(await findRows(paid)).toEqual([])
  })

  test('V15.3.5 when the body is not a form', async () => {
    const { applicant } = await createReady()
    for (const body of ['{', '[]', '"text"', undefined]) expect((await submit(applicant, body)).status).toBe(400)
  })

  test('for an unknown field, which it names', async () => {
    const { applicant, answers } = await createReady()
    const { body } = await submit(applicant, { ...answers, salary: 1, isVerified: true })
    expect(body.errors).toEqual([
      { path: 'salary', message: 'There is no field "salary" here.' },
      { path: 'isVerified', message: 'There is no field "isVerified" here.' },
    ])
  })

  test('with an error for every missing answer, the first one as the message', async () => {
    const { applicant } = await createReady()
    const { status, body } = await submit(applicant, {})
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      { path: 'placeOfBirth', message: 'Place of birth is required.' },
      { path: 'institutions', message: sections.institutions.messages.tooFew },
      { path: 'academicQualification', message: sections.academicQualification.messages.tooFew },
      { path: 'experience', message: sections.experience.messages.tooFew },
      { path: 'referees', message: 'Please provide at least 3 referees.' },
    ])
    expect(body.message).toBe('Place of birth is required.')
  })
})

describe('the deadline', () => {
  beforeEach(() =>
    createExerciseService(api.database)
      .setExercise({ deadline: null })
      .then(() => undefined),
  )
  const atDeadline = (ms: number) => new Date(api.clock.now().getTime() + ms).toISOString()

  test('allows submissions before it, and none after it', async () => {
    await createExerciseService(api.database).setExercise({ deadline: atDeadline(60_000) })
    const early = await createReady()
    expect((await submit(early.applicant, early.answers)).status).toBe(201)

    await createExerciseService(api.database).setExercise({ deadline: atDeadline(-1) })
    const late = await createReady()
    const { status, body } = await submit(late.applicant, late.answers)
    expect([status, body.code, body.message]).toEqual([
      403,
      'exercise_closed',
      'The time to submit applications has passed.',
    ])
    expect(await findRows(late.applicant)).toEqual([])
    // A repeated request still succeeds: the first reply may have been lost.
    expect((await submit(early.applicant, early.answers)).status).toBe(201)
  })

  test("is independent of the status: with status 'closed' submitting is still possible", async () => {
    expect(await api.database.db.select().from(exercises)).toMatchObject([{ status: 'closed', deadline: null }])
    const { applicant, answers } = await createReady()
    expect((await submit(applicant, answers)).status).toBe(201)
  })

  test('is not needed once the exercise is archived, where nobody would read the application', async () => {
    const { applicant, answers } = await createReady()
    const setArchived = (archivedAt: Date | null) => api.database.db.update(exercises).set({ archivedAt })
    await setArchived(api.clock.now())
    const { status, body } = await submit(applicant, answers)
    await setArchived(null)
    expect([status, body.code]).toEqual([403, 'exercise_closed'])
  })

  test('includes its own moment, but not the millisecond after it', async () => {
    const deadline = new Date('2026-12-31T22:59:59.000Z')
    await createExerciseService(api.database).setExercise({ deadline: deadline.toISOString() })
    const { applicant, answers } = await createReady()
    const submitAt = async (moment: Date) => (await beginSubmission(api, applicant.token, moment))(answers)
    await expect(submitAt(new Date(deadline.getTime() + 1))).rejects.toMatchObject({ code: 'exercise_closed' })
    await expect(submitAt(deadline)).resolves.toMatchObject({ submittedAt: deadline })
  })
})
