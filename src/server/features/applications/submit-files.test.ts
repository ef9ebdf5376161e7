import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import type { Answers } from '#shared/application/sections.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createSubmittableApplication } from '#tests/support/api/submissions.ts'
import { createApplicant, insertFileRow, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const createReady = () => createSubmittableApplication(api)
const submit = ({ token }: TestApplicant, body: unknown) => api.call('POST', '/applications/', { token, body })
const findRows = ({ id }: TestApplicant) =>
  api.database.db.select().from(applications).where(eq(applications.accountId, id))

describe('files of a submission', () => {
  const withPublicationFile = (answers: Answers, link: unknown) => ({
    ...answers,
    publication: [{ ...answers.publication[0], fileUrl: link }],
  })

  test.each<[string, (link: string) => unknown]>([
    ['a list', (link) => [link, link]],
    ['one link', (link) => link],
    ['links joined by commas', (link) => `${link}, ${link}`],
    ["links with the portal's address in front", (link) => [`http://localhost:3000${link}`]],
  ])('are accepted as %s, and stored as a list of plain links', async (_how, spell) => {
    const { applicant, answers, link } = await createReady()
    const sent = spell(link)
    expect((await submit(applicant, withPublicationFile(answers, sent))).status).toBe(201)
    const [row] = await findRows(applicant)
    const count = /,/.test(String(sent)) ? 2 : 1
    expect(row?.answers.publication[0]?.fileUrl).toEqual(Array(count).fill(link))
    // The plain spelling counts as the same submission.
    expect((await submit(applicant, withPublicationFile(answers, Array(count).fill(link)))).status).toBe(201)
  })

  test('and other answers are accepted under the names of older slips', async () => {
    const { applicant, answers, link } = await createReady()
    const honors = [{ title: 'Best teacher', organization: 'Example Polytechnic', date: '2015-06' }]
    const inventions = [{ name: 'Solar exam clock', number: 'NG/P/2017/44', date: '2017-02-01', file: link }]
    const service = [{ organization: 'Town library board', role: 'Secretary', date: '2018' }]
    expect((await submit(applicant, { ...answers, honors, inventions, service })).status).toBe(201)
    expect((await findRows(applicant))[0]?.answers).toEqual({
      ...answers,
      inventions: [{ ...answers.inventions[0], fileUrl: [link] }],
    })
  })

  test('V1.3.6 V8.2.2 that belong to another account, or do not exist, are refused at their field', async () => {
    const { applicant, answers } = await createReady()
    const stranger = await createApplicant(api)
    const others = getFileUrl(await insertFileRow(api, stranger.id))
    const message = 'Publication 1: a file is not among your uploads. Remove it and choose it again.'
    for (const link of [others, getFileUrl('0a0a0a0a-0000-4000-8000-000000000001'), 'https://example.org/a.pdf', 'x']) {
      const { status, body } = await submit(applicant, withPublicationFile(answers, [link]))
      expect([status, body.code, body.errors]).toEqual([
        400,
        'invalid_request',
        [{ path: 'publication.0.fileUrl', message }],
      ])
    }
    expect(await findRows(applicant)).toEqual([])
  })

  test('of a type that the field does not accept are refused, each at its field', async () => {
    const { applicant, answers } = await createReady()
    const word = getFileUrl(await insertFileRow(api, applicant.id, 'application/msword'))
    const grants = [{ ...answers.grants[0], fileUrl: word }]
    const experience = [{ ...answers.experience[0], fileUrl: word }]
    const { status, body } = await submit(applicant, { ...withPublicationFile(answers, word), grants, experience })
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      { path: 'publication.0.fileUrl', message: 'Publication 1: File type must be PDF, JPEG or PNG.' },
      { path: 'grants.0.fileUrl', message: 'Grant 1: File type must be PDF, JPEG or PNG.' },
    ])
  })

  test('that the virus scanner has not seen are scanned first', async () => {
    const { applicant, answers } = await createReady()
    const [id, unused] = [await insertFileRow(api, applicant.id), await insertFileRow(api, applicant.id)]
    await api.database.pool.query(`update files set scan = 'waiting' where id = any($1)`, [[id, unused]])
    const { status, body, headers } = await submit(applicant, withPublicationFile(answers, getFileUrl(id)))
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'files_unscanned', '30'])
    expect(await listWaitingJobs(api, 'scan_file')).toEqual([{ fileId: id }])
    expect(await findRows(applicant)).toEqual([])
  })

  test("the register's photo is refused as a document", async () => {
    const { applicant, answers } = await createReady()
    const id = await insertFileRow(api, applicant.id, 'image/jpeg')
    await api.database.pool.query("update files set kind = 'nin_photo' where id = $1", [id])
    expect((await submit(applicant, withPublicationFile(answers, getFileUrl(id)))).status).toBe(400)
  })
})
