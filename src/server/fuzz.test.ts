// Throws at every call what its schemas allow and what nobody should send. `FUZZ_REQUESTS=100000 npx vitest run --project
// server src/server/fuzz.test.ts` does it for long; FUZZ_SEED repeats a run.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOf } from '#shared/api/calls.ts'
import { type Contract, failure } from '#shared/api/contract.ts'
import { contracts } from '#shared/api/contracts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { aSession } from '#tests/support/api/principals.ts'
import {
  aFileRow,
  aNewApplicant,
  anApplicant,
  aReadyApplicant,
  type TestApplicant,
} from '#tests/support/fixtures/accounts.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'
import { pdfFile } from '#tests/support/fixtures/documents.ts'
import { type FuzzRequest, type Known, requests } from '#tests/support/fuzz/requests.ts'
import { type Received, sender } from '#tests/support/fuzz/send.ts'

const isLong = process.env.FUZZ_REQUESTS !== undefined
const count = Number(process.env.FUZZ_REQUESTS ?? 400)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Milliseconds within which every answer must be there; in the short run, which shares the machine with others, only a hang counts. */
const patience = isLong ? 2_000 : 10_000

/** Who sends each request; every one but the last has a live session. */
const roles = ['paid', 'unpaid', 'newcomer', 'nobody'] as const
type Role = (typeof roles)[number]
type Member = Exclude<Role, 'nobody'>

let api: TestApi
let connection: ReturnType<typeof sender>
let known: Known
const cast = new Map<Member, { applicant: TestApplicant; token: string }>()
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  connection = sender(api.url)
  for (const member of ['paid', 'unpaid', 'newcomer'] as const) await recast(member)
  known = await whatIsKnown()
  // Drawn once, at the first look.
  await api.call('GET', '/exercise/advert.pdf')
})
afterAll(async () => {
  connection.close()
  await api.close()
})

const newApplicant = { paid: aReadyApplicant, unpaid: anApplicant, newcomer: aNewApplicant }

/** Somebody new plays the part, since the last one has gone a step further. */
async function recast(member: Member) {
  await api.database.pool.query('truncate rate_limits')
  const applicant = await newApplicant[member](api)
  cast.set(member, { applicant, token: applicant.token })
}

async function whatIsKnown(): Promise<Known> {
  const paid = cast.get('paid')?.applicant
  if (!paid) throw new Error('Nobody plays the paid applicant.')
  const file = `/api/v1/files/${await aFileRow(api, paid.id)}`
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
      submitApplication: completeAnswers(file),
      saveDraft: { document: completeAnswers(file), revision: 0 },
      createComplaint: { userId, complain: 'The page was slow.', fullname: null, email },
      remitaNotification: [{ rrr: reference, amount: 12_500 }],
    },
    file: await pdfFile(),
  }
}

async function answerTo({ call, path, headers, body }: FuzzRequest, role: Role): Promise<Received> {
  const token = role === 'nobody' ? undefined : cast.get(role)?.token
  const credentials = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return connection.send({ method: callOf(call).method, path, headers: { ...credentials, ...headers }, body })
}

/** Gives the caller back what the call took: its session, or its stage. */
async function restore({ call }: FuzzRequest, role: Role, { status }: Received) {
  if (role === 'nobody') return
  if (status < 300 && (call === 'submitApplication' || call === 'updatePassword')) await recast(role)
  const applicant = cast.get(role)?.applicant
  if (applicant && (call === 'logout' || call === 'endSessions'))
    cast.set(role, { applicant, token: (await aSession(api, applicant)).token })
}

const internals =
  /node_modules|\.[jt]s:\d|\bat \w+ \(|\b(select|insert into|update) .* (from|values|set) |pg_|postgres|drizzle|zod|ECONN|SQLSTATE|syntax error|violates|undefined|\[object/i

function complaintsAbout({ call }: FuzzRequest, { status, type, text, ms }: Received): string[] {
  const complaints = []
  if (status >= 500) complaints.push(`answered ${status}`)
  if (ms > patience) complaints.push(`took ${Math.round(ms)} ms`)
  const { reply, access }: Contract = contracts[call]
  // Its own protocol, of two words.
  if (access === 'provider' && /^(Not )?Ok$/.test(text)) return complaints
  if (status >= 400) complaints.push(...complaintsAboutFailure(status, type, text))
  if (status < 300 && reply && type.includes('json') && !reply.safeParse(JSON.parse(text)).success)
    complaints.push('answered otherwise than its contract says')
  return complaints
}

function complaintsAboutFailure(status: number, type: string, text: string): string[] {
  const read = type.includes('json') ? failure.strict().safeParse(JSON.parse(text)) : undefined
  if (!read?.success) return [`refused in another form: ${text.slice(0, 200)}`]
  const { statusCode, message, errors = [] } = read.data
  const words = [message, ...errors.map((error) => error.message)].find((sentence) => internals.test(sentence))
  return [
    ...(statusCode === status ? [] : [`said ${statusCode} and sent ${status}`]),
    ...(words === undefined ? [] : [`told about its inside: ${words.slice(0, 200)}`]),
    ...(text.length > 64 * 1024 ? [`refused in ${text.length} characters`] : []),
  ]
}

test(
  'whatever is sent, every call answers quickly, in the common form, and never with a failure of its own',
  async () => {
    const tally = new Map<number, number>()
    let slowest = 0
    let sent = 0
    await fc.assert(
      fc.asyncProperty(requests(known), async (request) => {
        // Limits have their own tests; here they would hide what lies behind them.
        if (sent % 20 === 0) await api.database.pool.query('truncate rate_limits')
        for (const role of roles) {
          let answer = await answerTo(request, role)
          // A slow request is slow again; a busy machine is not.
          if (answer.ms > patience) answer = await answerTo(request, role)
          sent += 1
          if (isLong && sent % 5_000 === 0) process.stdout.write(`${sent} requests …\n`)
          slowest = Math.max(slowest, answer.ms)
          tally.set(answer.status, (tally.get(answer.status) ?? 0) + 1)
          expect(complaintsAbout(request, answer), `${request.call} by ${role}, seed ${seed}`).toEqual([])
          await restore(request, role, answer)
        }
      }),
      { numRuns: Math.ceil(count / roles.length), seed },
    )
    if (isLong)
      process.stdout.write(
        `${sent} requests, slowest ${Math.round(slowest)} ms, ${JSON.stringify(Object.fromEntries(tally))}\n`,
      )
    const health = await api.fetch('/readyz')
    expect(health.status).toBe(200)
  },
  Math.max(120_000, count * 60),
)
