import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applications, drafts } from '#server/database/schema/applications-and-drafts.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { sections } from '#shared/application/sections.ts'
import { createEmptyAnswers } from '#shared/forms/section.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createApplicant, createPaidApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const answers = createCompleteAnswers('/api/v1/files/0a0a0a0a-0000-4000-8000-000000000001')
const read = ({ token }: TestApplicant) => api.call('GET', '/applications/draft', { token })
const save = ({ token }: TestApplicant, document: unknown, revision: unknown) =>
  api.call('PUT', '/applications/draft', { token, body: { document, revision } })
const hobby = (text: string) => ({ ...answers, hobby: text })

test('before the first save there is no draft, at revision 0', async () => {
  const { status, body } = await read(await createPaidApplicant(api))
  expect([status, body.data]).toEqual([200, { document: null, revision: 0, savedAt: null }])
})

test('a saved draft is returned with its revision and time', async () => {
  const ada = await createPaidApplicant(api)
  const saved = await save(ada, answers, 0)
  expect(saved.status).toBe(200)
  expect(contracts.saveDraft.reply.parse(saved.body)).toEqual(saved.body)
  expect(saved.body.data).toEqual({ document: answers, revision: 1, savedAt: expect.stringMatching(/Z$/) })
  expect((await read(ada)).body.data).toEqual(saved.body.data)
})

test('V1.2.3 V1.1.2 whatever an answer contains comes back as it was written', async () => {
  const ada = await createPaidApplicant(api)
  const text = '"},"revision":9,"x":{"</script><!-- <b>&amp; \\u0022 \u2028 \u2029 %00 {{1}}'
  await save(ada, hobby(text), 0)
  const { body, headers } = await read(ada)
  expect(body.data).toMatchObject({ revision: 1, document: { hobby: text } })
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test('saving over the current revision creates the next one', async () => {
  const ada = await createPaidApplicant(api)
  await save(ada, hobby('Chess'), 0)
  await save(ada, hobby('Draughts'), 1)
  const { body } = await save(ada, hobby('Go'), 2)
  expect(body.data).toMatchObject({ revision: 3, document: { hobby: 'Go' } })
})

test('an incomplete form can be saved, and is returned with empty values for missing fields', async () => {
  const ada = await createPaidApplicant(api)
  const institutions = [{ name: 'Example University', startYear: 2001 }]
  const { status, body } = await save(ada, { institutions, hobby: 'Chess' }, 0)
  expect(status).toBe(200)
  const item = { name: 'Example University', course: '', location: '', grade: '', startYear: '2001', endYear: '' }
  expect(body.data.document).toEqual({ ...createEmptyAnswers(sections), institutions: [item], hobby: 'Chess' })
})

test("the account's facts, such as the NIN, are never stored in a draft", async () => {
  const ada = await createPaidApplicant(api)
  const facts = { nin: '12345678901', ninPassportBase64: 'aGVsbG8=', surName: 'Other', country: 'ghana' }
  expect((await save(ada, { ...answers, ...facts }, 0)).body.data.document).toEqual(answers)
  const [row] = await api.database.db.select().from(drafts).where(eq(drafts.accountId, ada.id))
  expect(row?.document).toEqual(answers)
})

describe('two devices', () => {
  test.each([
    ['older', 1],
    ['newer', 3],
    ['first', 0],
  ])('saving over an %s revision returns the stored draft and changes nothing', async (_which, revision) => {
    const ada = await createPaidApplicant(api)
    await save(ada, hobby('Chess'), 0)
    await save(ada, hobby('Go'), 1)
    const { status, body } = await save(ada, hobby('Draughts'), revision)
    expect([status, body.code]).toEqual([409, 'draft_outdated'])
    expect(body.message).toBe('Your form was changed in another window or on another computer.')
    expect(body.data).toEqual({ document: hobby('Go'), revision: 2, savedAt: expect.any(String) })
    expect((await read(ada)).body.data).toEqual(body.data)
  })

  test('any revision but 0 is outdated before the first save', async () => {
    const { status, body } = await save(await createPaidApplicant(api), answers, 5)
    expect([status, body.code, body.data.revision]).toEqual([409, 'draft_outdated', 0])
  })

  test.each([0, 1])(
    'of twelve concurrent saves over revision %i one succeeds, and the others return its draft',
    async (revision) => {
      const ada = await createPaidApplicant(api)
      if (revision > 0) await save(ada, hobby('before'), 0)
      const racing = Array.from({ length: 12 }, (_, n) => save(ada, hobby(`hobby ${n}`), revision))
      const outcomes = await Promise.all(racing)
      const winners = outcomes.filter(({ status }) => status === 200)
      expect(winners).toHaveLength(1)
      const winning = winners[0]?.body.data
      expect(winning.revision).toBe(revision + 1)
      for (const { status, body } of outcomes.filter((outcome) => outcome.status !== 200))
        expect([status, body.data]).toEqual([409, winning])
      expect((await read(ada)).body.data).toEqual(winning)
    },
  )
})

describe('a repeated save', () => {
  test('returns the first reply again', async () => {
    const ada = await createPaidApplicant(api)
    for (const revision of [0, 1]) {
      const first = await save(ada, hobby(`at ${revision}`), revision)
      const again = await save(ada, hobby(`at ${revision}`), revision)
      expect([again.status, again.body]).toEqual([200, first.body])
    }
  })

  test('returns the same for twelve concurrent repeats', async () => {
    const ada = await createPaidApplicant(api)
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => save(ada, answers, 0)))
    expect(new Set(outcomes.map(({ status, body }) => `${status} ${body.data.revision}`))).toEqual(new Set(['200 1']))
  })

  test('does not hide what was saved in the meantime', async () => {
    const ada = await createPaidApplicant(api)
    await save(ada, hobby('mine'), 0)
    await save(ada, hobby('newer'), 1)
    expect((await save(ada, hobby('mine'), 0)).body.code).toBe('draft_outdated')
  })
})

test('after the submission no draft can be saved or read, not even one that was saved concurrently', async () => {
  const ada = await createPaidApplicant(api)
  await save(ada, answers, 0)
  const { db } = api.database
  const number = 'APP-2024-900001'
  const rest = { exerciseId: 1, accountId: ada.id, answers, renderedTables: [], answersDigest: Buffer.alloc(32) }
  await db.insert(applications).values({ ...rest, number })
  await db.delete(drafts).where(eq(drafts.accountId, ada.id))
  for (const revision of [0, 1]) {
    const { status, body } = await save(ada, answers, revision)
    expect([status, body.code, body.data]).toEqual([409, 'already_submitted', { applicationId: number }])
  }
  await db.insert(drafts).values({ accountId: ada.id, document: answers, revision: 1 })
  expect((await read(ada)).body.data).toEqual({ document: null, revision: 0, savedAt: null })
})

describe('a draft is refused', () => {
  test.each<[string, Record<string, unknown>, string, string]>([
    ['a field outside the form', { salary: 1 }, 'document.salary', 'There is no field "salary" here.'],
    [
      'a field outside an entry',
      { grants: [{ colour: 'red' }] },
      'document.grants.0.colour',
      'There is no field "colour" here.',
    ],
    ['a text too long', { hobby: 'x'.repeat(301) }, 'document.hobby', 'Hobbies must be at most 300 characters.'],
    ['a fourth referee', { referees: [{}, {}, {}, {}] }, 'document.referees', 'Referees: exactly 3 are asked for.'],
  ])('for %s, with its path', async (_why, document, path, message) => {
    const { status, body } = await save(await createPaidApplicant(api), document, 0)
    expect([status, body.message, body.errors]).toEqual([400, message, [{ path, message }]])
  })

  test.each([-1, 1.5, '1', null, 2_147_483_648])('V1.4.2 V15.3.5 with %j for a revision', async (revision) => {
    const { status, body } = await save(await createPaidApplicant(api), {}, revision)
    expect([status, body.errors[0].path]).toEqual([400, 'revision'])
  })

  test('without a session, and before payment', async () => {
    const guest = { token: undefined } as unknown as TestApplicant
    const unpaid = await createApplicant(api)
    expect([(await read(guest)).status, (await save(guest, answers, 0)).status]).toEqual([401, 401])
    for (const { status, body } of [await read(unpaid), await save(unpaid, answers, 0)])
      expect([status, body.message]).toEqual([403, 'You have not made your payment.'])
  })
})

test('a form with every list full is saved completely', async () => {
  const ada = await createPaidApplicant(api)
  const link = '/api/v1/files/0a0a0a0a-0000-4000-8000-000000000001'
  const publication = Array.from({ length: 50 }, () => ({
    title: 'ọ'.repeat(255),
    type: 'journal',
    date: '2014',
    fileUrl: Array<string>(10).fill(link),
  }))
  const document = {
    ...answers,
    publication,
    honors: publication.map(({ title, fileUrl }) => ({ name: title, fileUrl })),
  }
  expect(Buffer.byteLength(JSON.stringify(document))).toBeGreaterThan(100_000)
  expect((await save(ada, document, 0)).status).toBe(200)
  expect((await read(ada)).body.data.document.publication).toEqual(publication)
})
