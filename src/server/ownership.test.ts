// One applicant tries to read and change what belongs to another, call by call.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataExports } from '#server/database/schema/exports.ts'
import type { AnyCallName } from '#shared/api/applicant/all-calls.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { type Answer, type CallOptions, startApi, type TestApi } from '#tests/support/api/api.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createReadyApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'

let api: TestApi
/** Nothing of it ever changes. */
let owned: Owned
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  owned = await createOwner({ surname: 'Verylongsurname', phone: '08055556666' })
})
afterAll(() => api.close())

interface Owned {
  applicant: TestApplicant
  fileId: string
  rrr: string
  sessionId: string
  exportId: string
  number: string
  draft: string
}

/** An applicant with one of everything. */
async function createOwner(facts: Parameters<typeof createReadyApplicant>[1]): Promise<Owned> {
  const applicant = await createReadyApplicant(api, facts)
  const { token } = applicant
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await createPdfFile())]), 'degree.pdf')
  const upload = await api.call('POST', '/upload/file', { token, body: form })
  const draft = `Draft of ${applicant.userId}`
  await api.call('PUT', '/applications/draft', { token, body: { document: { hobby: draft }, revision: 0 } })
  const submission = await api.call('POST', '/applications/', {
    token,
    body: createCompleteAnswers(upload.body.fileUrl),
  })
  const payment = await api.call('GET', '/payments/my', { token })
  const sessions = await api.call('GET', '/users/sessions', { token })
  return {
    applicant,
    draft,
    fileId: upload.body.fileUrl.split('/').at(-1),
    rrr: payment.body.data.reference,
    sessionId: sessions.body.data[0].id,
    exportId: await addReadyExport(applicant),
    number: submission.body.data.applicationId,
  }
}

async function addReadyExport({ id: accountId }: TestApplicant): Promise<string> {
  const now = api.clock.now()
  const expiresAt = new Date(now.getTime() + 60 * 60_000)
  const [row] = await api.database.db
    .insert(dataExports)
    .values({ accountId, status: 'ready', requestedAt: now, contentId: randomUUID(), size: 10, expiresAt })
    .returning()
  return row?.id ?? ''
}

/** Every row that an applicant owns. */
async function readRows({ id }: TestApplicant): Promise<string> {
  const { rows } = await api.database.pool.query(
    `select (select to_jsonb(a) from accounts a where a.id = $1) as account,
      (select jsonb_agg(s - 'last_seen_at' order by s ->> 'id') from (select to_jsonb(s) as s from sessions s where account_id = $1) as q) as sessions,
      (select jsonb_agg(to_jsonb(p) order by p.id) from payments p where account_id = $1) as payments,
      (select jsonb_agg(to_jsonb(n) order by n.id) from nin_verifications n where account_id = $1) as nins,
      (select jsonb_agg(to_jsonb(f) order by f.id) from files f where account_id = $1) as files,
      (select jsonb_agg(to_jsonb(d)) from drafts d where account_id = $1) as drafts,
      (select jsonb_agg(to_jsonb(e) order by e.id) from data_exports e where account_id = $1) as exports,
      (select jsonb_agg(to_jsonb(x)) from applications x where account_id = $1) as applications`,
    [id],
  )
  return JSON.stringify(rows[0])
}

interface Attempt {
  options?: CallOptions
  path: string
  method: string
  status: number
}
const nothing = { reason: 'names no object that somebody could own' }

const attempts = {
  file: ({ fileId }: Owned): Attempt => ({ method: 'GET', path: `/files/${fileId}`, status: 404 }),
  verifyPayment: ({ rrr }: Owned): Attempt => ({
    method: 'GET',
    path: `/payments/verify-remita?rrr=${rrr}`,
    status: 404,
  }),
  updatePhoto: ({ fileId }: Owned): Attempt => ({
    method: 'PATCH',
    path: '/users/photo',
    options: { body: { passport: getFileUrl(fileId) } },
    status: 400,
  }),
  endSessions: ({ sessionId }: Owned): Attempt => ({
    method: 'DELETE',
    path: `/users/sessions?id=${sessionId}`,
    status: 200,
  }),
  submitApplication: ({ fileId }: Owned): Attempt => ({
    method: 'POST',
    path: '/applications/',
    options: { body: createCompleteAnswers(getFileUrl(fileId)) },
    status: 400,
  }),
  updatePasswordByCode: ({ applicant: { userId, email } }: Owned): Attempt => ({
    method: 'PATCH',
    path: '/users/update-password-user',
    options: { body: { userId, email, password: 'Taken-over-42!' } },
    status: 403,
  }),
  generateRrr: (): Attempt => ({
    method: 'POST',
    path: '/payments/remita-generate',
    options: { body: { amount: 12_500 } },
    status: 409,
  }),
  saveDraft: (): Attempt => ({
    method: 'PUT',
    path: '/applications/draft',
    options: { body: { document: { hobby: 'Mine' }, revision: 1 } },
    status: 409,
  }),
  me: (): Attempt => ({ method: 'GET', path: '/users/me', status: 200 }),
  sessions: (): Attempt => ({ method: 'GET', path: '/users/sessions', status: 200 }),
  dataExport: (): Attempt => ({ method: 'GET', path: '/users/data-export', status: 200 }),
  requestDataExport: (): Attempt => ({ method: 'POST', path: '/users/data-export', status: 201 }),
  downloadDataExport: ({ exportId }: Owned): Attempt => ({
    method: 'GET',
    path: `/files/exports/${exportId}`,
    status: 404,
  }),
  myPayment: (): Attempt => ({ method: 'GET', path: '/payments/my', status: 200 }),
  myApplication: (): Attempt => ({ method: 'GET', path: '/applications/my', status: 404 }),
  applicationSummary: (): Attempt => ({ method: 'GET', path: '/applications/my/summary', status: 200 }),
  draft: (): Attempt => ({ method: 'GET', path: '/applications/draft', status: 200 }),
  files: (): Attempt => ({ method: 'GET', path: '/files', status: 200 }),
  login: nothing,
  logout: nothing,
  updatePassword: nothing,
  forgotPassword: nothing,
  remitaNotification: nothing,
  verifyNin: nothing,
  uploadFile: nothing,
  createComplaint: nothing,
  exercise: nothing,
  advert: nothing,
  states: nothing,
  applicationSlip: (): Attempt => ({ method: 'GET', path: '/slips/application.pdf', status: 404 }),
  paymentSlip: nothing,
  bankSlip: nothing,
  examCalendar: nothing,
  offerLetter: nothing,
  myOffer: nothing,
  answerOffer: nothing,
  verifySlip: { reason: 'serves everybody who holds the printed slip' },
  slipQr: nothing,
} satisfies Record<AnyCallName, ((owned: Owned) => Attempt) | { reason: string }>

const attemptedCalls = Object.entries(attempts).flatMap(([name, attempt]) =>
  typeof attempt === 'function' ? [[name, attempt] as const] : [],
)

test.each(attemptedCalls)(
  'V8.2.2 %s neither returns nor changes anything of another applicant',
  async (_name, attempt) => {
    const other = await createReadyApplicant(api)
    const before = await readRows(owned.applicant)

    const { method, path, options, status } = attempt(owned)
    const answer = await api.call(method, path, { ...options, token: other.token })

    expect(answer.status).toBe(status)
    expect(findTraces(answer, owned)).toEqual([])
    expect(await readRows(owned.applicant)).toBe(before)
  },
)

/** Returns what the reply contains of the owner's data. */
function findTraces({ body }: Answer, { applicant, ...objects }: Owned): string[] {
  const text = JSON.stringify(body)
  const facts = [applicant.id, applicant.userId, applicant.email, 'Verylongsurname', '08055556666']
  return [...facts, ...Object.values(objects)].filter((fact) => text.includes(fact))
}
