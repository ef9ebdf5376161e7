// Sends every call what its schema allows and what nobody should send. `FUZZ_REQUESTS=100000 npx vitest run --project
// server src/server/fuzz.test.ts` runs longer; FUZZ_SEED repeats a run.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeApplicantApi } from '#server/platform/ops/api-docs/applicant-api.ts'
import { type AnyCallName, allCalls, getAnyCall } from '#shared/api/applicant/all-calls.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import type { Contract } from '#shared/api/contract.ts'
import type { ErrorCode } from '#shared/messages/errors.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { startTestSession } from '#tests/support/api/principals.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import {
  createApplicant,
  createNewApplicant,
  createReadyApplicant,
  insertFileRow,
  type TestApplicant,
} from '#tests/support/fixtures/applicants.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { findReplyProblems } from '#tests/support/fuzz/reply-problems.ts'
import { arbitraryRequest, type FuzzRequest, type KnownValues } from '#tests/support/fuzz/requests.ts'
import { createSender, type RawResponse } from '#tests/support/fuzz/send.ts'

const isLong = process.env.FUZZ_REQUESTS !== undefined
const count = Number(process.env.FUZZ_REQUESTS ?? 400)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** The short run shares the machine with other tests, so it only detects hangs. */
const maxReplyMs = isLong ? 2_000 : 10_000

/** Each request is sent by every role; all but the last have a live session. */
const roles = ['paid', 'unpaid', 'newcomer', 'nobody'] as const
type Role = (typeof roles)[number]
type ApplicantRequest = FuzzRequest<AnyCallName>
type LoggedInRole = Exclude<Role, 'nobody'>

let api: TestApi
let connection: ReturnType<typeof createSender>
let known: KnownValues<AnyCallName>
const users = new Map<LoggedInRole, { applicant: TestApplicant; token: string }>()
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  connection = createSender(api.url)
  for (const role of ['paid', 'unpaid', 'newcomer'] as const) await replaceUser(role)
  known = await collectKnownValues()
  // Rendered at the first request, which takes long.
  await api.call('GET', '/exercise/advert.pdf')
})
afterAll(async () => {
  connection.close()
  await api.close()
})

const newApplicant = { paid: createReadyApplicant, unpaid: createApplicant, newcomer: createNewApplicant }

/** A new applicant takes the role when the last one no longer fits it. */
async function replaceUser(role: LoggedInRole) {
  await api.forgetRateLimits()
  const applicant = await newApplicant[role](api)
  users.set(role, { applicant, token: applicant.token })
}

async function collectKnownValues(): Promise<KnownValues<AnyCallName>> {
  const paid = users.get('paid')?.applicant
  if (!paid) throw new Error('There is no paid applicant.')
  const file = `/api/v1/files/${await insertFileRow(api, paid.id)}`
  const { body: payment } = await api.call('GET', '/payments/my', { token: paid.token })
  const { userId, password, email } = paid
  const { reference, slipCode } = payment.data
  return {
    texts: [userId, password, email, file, reference, slipCode, '70123456789', 'c1'.repeat(16)],
    bodies: {
      login: { userId, password },
      updatePassword: { password: 'another-Horse-8', currentPassword: password },
      updatePasswordByCode: { userId, email, password: 'another-Horse-8', code: 'x'.repeat(43) },
      forgotPassword: { userId, email },
      updatePhoto: { passport: file },
      generateRrr: { amount: 12_500, regenerate: true },
      verifyNin: { consent: true },
      submitApplication: createCompleteAnswers(file),
      saveDraft: { document: createCompleteAnswers(file), revision: 0 },
      createComplaint: { userId, complain: 'The page was slow.', fullname: null, email },
      remitaNotification: [{ rrr: reference, amount: 12_500 }],
    },
    file: await createPdfFile(),
  }
}

async function sendAs({ call, path, headers, body }: ApplicantRequest, role: Role): Promise<RawResponse> {
  const token = role === 'nobody' ? undefined : users.get(role)?.token
  const credentials = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return connection.send({ method: getAnyCall(call).method, path, headers: { ...credentials, ...headers }, body })
}

/** Gives the caller back what the call took: its session, or its stage. */
async function restore({ call }: ApplicantRequest, role: Role, { status }: RawResponse) {
  if (role === 'nobody') return
  if (status < 300 && (call === 'submitApplication' || call === 'updatePassword')) await replaceUser(role)
  const applicant = users.get(role)?.applicant
  if (applicant && (call === 'logout' || call === 'endSessions'))
    users.set(role, { applicant, token: (await startTestSession(api, applicant)).token })
}

const { listErrors } = describeApplicantApi('https://jobs.example.edu.ng')

/** Of a body that is sent to a call which takes none. */
const refusalsOfBodies = ['too_large', 'json_only', 'charset_refused']

function checkReply({ call, path }: ApplicantRequest, answer: RawResponse): string[] {
  const { status, text } = answer
  const { reply, access, body }: Contract = contracts[call]
  // The provider's protocol knows two replies.
  if (access === 'provider' && status < 500 && /^(Not )?Ok$/.test(text)) return []
  const problems = findReplyProblems(answer, reply, maxReplyMs)
  // With an empty parameter it is the path of another call.
  if (problems.length > 0 || status < 400 || /\/(\?|$)/.test(path.replace('/applications/', ''))) return problems
  const { code } = JSON.parse(text) as { code: ErrorCode }
  const described = [...listErrors(call, contracts[call]), ...(body ? [] : refusalsOfBodies), 'address_too_long']
  return described.includes(code) ? [] : [`${code} is not in the description of the API`]
}

test(
  'whatever is sent, every call replies quickly, in the common form, and never with a server error',
  async () => {
    const countByStatus = new Map<number, number>()
    let slowest = 0
    let sent = 0
    await fc.assert(
      fc.asyncProperty(
        arbitraryRequest<AnyCallName>({ calls: allCalls, contracts, uploadCall: 'uploadFile' }, known),
        async (request) => {
          // Rate limits have their own tests; here they would hide the code behind them.
          if (sent % 20 === 0) await api.forgetRateLimits()
          for (const role of roles) {
            let answer = await sendAs(request, role)
            // A slow request is slow again; one on a busy machine is not.
            if (answer.ms > maxReplyMs) answer = await sendAs(request, role)
            sent += 1
            if (isLong && sent % 5_000 === 0) process.stdout.write(`${sent} requests …\n`)
            slowest = Math.max(slowest, answer.ms)
            countByStatus.set(answer.status, (countByStatus.get(answer.status) ?? 0) + 1)
            expect(checkReply(request, answer), `${request.call} by ${role}, seed ${seed}`).toEqual([])
            await restore(request, role, answer)
          }
        },
      ),
      { numRuns: Math.ceil(count / roles.length), seed },
    )
    if (isLong)
      process.stdout.write(
        `${sent} requests, slowest ${Math.round(slowest)} ms, ${JSON.stringify(Object.fromEntries(countByStatus))}\n`,
      )
    const health = await api.fetch('/readyz')
    expect(health.status).toBe(200)
  },
  Math.max(120_000, count * 60),
)
