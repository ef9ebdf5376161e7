// Sends every call of the staff's API what its schema allows and what nobody should send, as the applicants' calls are
// tested. FUZZ_REQUESTS and FUZZ_SEED as there.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getStaffCall, type StaffCallName, staffCalls } from '#shared/api/staff/calls.ts'
import type { StaffContract } from '#shared/api/staff/contract.ts'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import type { StaffRole } from '#shared/roles/permissions.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, staffPassword, type TestStaff } from '#tests/support/api/staff.ts'
import { createReadyApplicant } from '#tests/support/fixtures/applicants.ts'
import { findReplyProblems } from '#tests/support/fuzz/reply-problems.ts'
import { arbitraryRequest, type FuzzRequest, type KnownValues } from '#tests/support/fuzz/requests.ts'
import { createSender, type RawResponse } from '#tests/support/fuzz/send.ts'

const isLong = process.env.FUZZ_REQUESTS !== undefined
const count = Number(process.env.FUZZ_REQUESTS ?? 400)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** The short run shares the machine with other tests, so it only detects hangs. */
const maxReplyMs = isLong ? 2_000 : 10_000

/** Each request is sent by people who may do much, each with a fresh sign-in, and by somebody without a session. */
const roles = ['registry', 'admin', 'dpo', 'chair', 'nobody'] as const satisfies (StaffRole | 'nobody')[]
type Role = (typeof roles)[number]

let api: TestApi
let connection: ReturnType<typeof createSender>
let known: KnownValues<StaffCallName>
const people = new Map<Role, TestStaff>()
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  connection = createSender(api.url)
  // The others may be suspended by what is sent; this one is never named.
  await createStaff(api, ['admin'])
  for (const role of roles) await replacePerson(role)
  known = await collectKnownValues()
})
afterAll(async () => {
  connection.close()
  await api.close()
})

async function replacePerson(role: Role) {
  if (role !== 'nobody') people.set(role, await createStaff(api, [role], { isFresh: true }))
}

async function collectKnownValues(): Promise<KnownValues<StaffCallName>> {
  const { userId, email } = await createReadyApplicant(api)
  const colleague = await createStaff(api, ['helpdesk'])
  const complaint = { userId, complain: 'The page was slow.', fullname: null, email }
  const { number } = (await api.call('POST', '/contact/create', { body: complaint })).body.data
  const { version } = (await people.get('admin')!.call('GET', '/staff/exercises/2024')).body.data
  return {
    texts: [userId, email, number, colleague.id, colleague.email, '2024', 'name', 'C-2024-99999999999', '{}'],
    bodies: {
      signIn: { email: colleague.email, password: staffPassword },
      signInSecond: { attempt: 'x'.repeat(43), code: '123456' },
      signInFresh: { code: '123456' },
      acceptInvitation: { code: 'x'.repeat(43), password: staffPassword, totpCode: '123456' },
      invite: { email: 'somebody@example.org', name: 'Somebody', roles: [{ role: 'exam', exercise: 2024 }] },
      correctApplicant: { surname: 'Other', reason: 'Typed wrongly on the list.', version: 1 },
      moveApplicant: { fee: 9_000, reason: 'Typed wrongly on the list.', version: 1 },
      answerComplaint: { direction: 'note', body: 'Called back.' },
      changeComplaint: { state: 'open', assignedTo: colleague.id, version: 1 },
      changePerson: { roles: [{ role: 'reviewer', school: 'Technology' }], version: 1 },
      prepareExercise: { year: 2031, from: 2024 },
      changeExercise: { fee: 12_000, version },
      revealNin: { reason: 'The police asked in writing.' },
      saveView: { list: 'applicants', name: 'Paid', query: { stage: 'paid' } },
    },
    file: Buffer.from('Surname,First Name,Email\r\nExample,Amina,amina@example.org\r\n'),
  }
}

type StaffRequest = FuzzRequest<StaffCallName>

function sendAs({ call, path, headers, body }: StaffRequest, role: Role): Promise<RawResponse> {
  const credentials = people.get(role)?.credentials ?? { 'x-staff': '1' }
  return connection.send({ method: getStaffCall(call).method, path, headers: { ...credentials, ...headers }, body })
}

test(
  'whatever is sent to the API of the staff, it replies quickly, in the common form, and never with a server error',
  async () => {
    let sent = 0
    const requests = arbitraryRequest<StaffCallName>(
      { calls: staffCalls, contracts: staffContracts, uploadCall: 'uploadImport' },
      known,
    )
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        // Rate limits have their own tests; here they would hide the code behind them.
        if (sent % 20 === 0) await api.forgetRateLimits()
        const { reply }: StaffContract = staffContracts[request.call]
        // With an empty parameter it is the path of another call.
        const isOwnPath = !/\/(\?|$)/.test(request.path)
        for (const role of roles) {
          let answer = await sendAs(request, role)
          // A slow request is slow again; one on a busy machine is not.
          if (answer.ms > maxReplyMs) answer = await sendAs(request, role)
          sent += 1
          const problems = findReplyProblems(answer, isOwnPath ? reply : undefined, maxReplyMs)
          expect(problems, `${request.call} by ${role}, seed ${seed}`).toEqual([])
          // A call may have ended the session.
          if (answer.status === 401 || request.call === 'signOut') await replacePerson(role)
        }
      }),
      { numRuns: Math.ceil(count / roles.length), seed },
    )
    expect((await api.fetch('/readyz')).status).toBe(200)
  },
  Math.max(120_000, count * 60),
)
