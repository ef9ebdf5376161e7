import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applications } from '#server/platform/database/schema/schema.ts'
import { fileUrl } from '#shared/api/calls.ts'
import type { Answers } from '#shared/application/sections.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { readyToSubmit } from '#tests/support/api/submissions.ts'
import { aFileRow, anApplicant, type TestApplicant } from '#tests/support/fixtures/accounts.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const ready = () => readyToSubmit(api)
const submit = ({ token }: TestApplicant, body: unknown) => api.call('POST', '/applications/', { token, body })
const rowsOf = ({ id }: TestApplicant) =>
  api.database.db.select().from(applications).where(eq(applications.accountId, id))

describe('files of a submission', () => {
  const publishing = (answers: Answers, link: unknown) => ({
    ...answers,
    publication: [{ ...answers.publication[0], fileUrl: link }],
  })

  test.each<[string, (link: string) => unknown]>([
    ['a list', (link) => [link, link]],
    ['one link', (link) => link],
    ['links joined by commas', (link) => `${link}, ${link}`],
    ["links with the portal's address in front", (link) => [`http://localhost:3000${link}`]],
  ])('may be named by %s, and are kept as a list of plain links', async (_how, spelt) => {
    const { applicant, answers, link } = await ready()
    const sent = spelt(link)
    expect((await submit(applicant, publishing(answers, sent))).status).toBe(201)
    const [row] = await rowsOf(applicant)
    const count = /,/.test(String(sent)) ? 2 : 1
    expect(row?.answers.publication[0]?.fileUrl).toEqual(Array(count).fill(link))
    // Another spelling of the same is the same.
    expect((await submit(applicant, publishing(answers, Array(count).fill(link)))).status).toBe(201)
  })

  test('and other answers may come under the names that older slips read', async () => {
    const { applicant, answers, link } = await ready()
    const honors = [{ title: 'Best teacher', organization: 'Example Polytechnic', date: '2015-06' }]
    const inventions = [{ name: 'Solar exam clock', number: 'NG/P/2017/44', date: '2017-02-01', file: link }]
    const service = [{ organization: 'Town library board', role: 'Secretary', date: '2018' }]
    expect((await submit(applicant, { ...answers, honors, inventions, service })).status).toBe(201)
    expect((await rowsOf(applicant))[0]?.answers).toEqual({
      ...answers,
      inventions: [{ ...answers.inventions[0], fileUrl: [link] }],
    })
  })

  test("that are somebody else's, or nobody's, are refused at their place", async () => {
    const { applicant, answers } = await ready()
    const stranger = await anApplicant(api)
    const others = fileUrl(await aFileRow(api, stranger.id))
    const message = 'Publication 1: a file is not among your uploads. Remove it and choose it again.'
    for (const link of [others, fileUrl('0a0a0a0a-0000-4000-8000-000000000001'), 'https://example.org/a.pdf', 'x']) {
      const { status, body } = await submit(applicant, publishing(answers, [link]))
      expect([status, body.code, body.errors]).toEqual([
        400,
        'invalid_request',
        [{ path: 'publication.0.fileUrl', message }],
      ])
    }
    expect(await rowsOf(applicant)).toEqual([])
  })

  test('of a type that the field does not take are refused, each at its place', async () => {
    const { applicant, answers } = await ready()
    const word = fileUrl(await aFileRow(api, applicant.id, 'application/msword'))
    const grants = [{ ...answers.grants[0], fileUrl: word }]
    const experience = [{ ...answers.experience[0], fileUrl: word }]
    const { status, body } = await submit(applicant, { ...publishing(answers, word), grants, experience })
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      { path: 'publication.0.fileUrl', message: 'Publication 1: File type must be JPEG, PNG or PDF.' },
      { path: 'grants.0.fileUrl', message: 'Grant 1: File type must be JPEG, PNG or PDF.' },
    ])
  })

  test("nor may the register's photo stand for a document", async () => {
    const { applicant, answers } = await ready()
    const id = await aFileRow(api, applicant.id, 'image/jpeg')
    await api.database.pool.query("update files set kind = 'nin_photo' where id = $1", [id])
    expect((await submit(applicant, publishing(answers, fileUrl(id)))).status).toBe(400)
  })
})
