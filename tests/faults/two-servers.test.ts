// Two servers on one database receive the same requests at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi } from '#tests/support/api/call-api.ts'
import { checkEmails, waitForEmails } from '#tests/support/faults/check/check-emails.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, timeoutFor } from '#tests/support/faults/check/counts.ts'
import { countOutcomes, printFigures } from '#tests/support/faults/check/figures.ts'
import { createRequestLog, createUpload, getUploadUrl } from '#tests/support/faults/check/request-log.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import type { ServerProcess } from '#tests/support/faults/server-process.ts'
import { createReadyUsers, createUnpaidUsers } from '#tests/support/faults/users.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { askSimulator } from '#tests/support/simulators/simulator.ts'

let environment: FaultEnvironment
let servers: ServerProcess[]
beforeAll(async () => {
  environment = await startEnvironment()
  servers = [await environment.start(), await environment.start()]
})
afterAll(() => environment.close())

const originOf = (n: number) => servers[n % servers.length]?.origin ?? ''
/** Sends `times` requests at once, alternating between the servers. */
const sendToBoth = <T>(times: number, send: (origin: string, n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, n) => send(originOf(n), n)))

test(
  'an applicant who submits on both servers at once has one application, one number and one email',
  async () => {
    const requestLog = createRequestLog()
    const users = await createReadyUsers(environment, counts.races)
    for (const applicant of users) {
      const upload = await requestLog.send(originOf(0), applicant, createUpload(2_000))
      const answers = createCompleteAnswers(getUploadUrl(upload))
      await sendToBoth(4, (origin) => requestLog.send(origin, applicant, { kind: 'submit', answers }))
    }
    await waitForEmails(environment)
    printFigures('two servers, one applicant submits on both', {
      applicants: users.length,
      ...countOutcomes(requestLog),
    })
    expect(countOutcomes(requestLog)).toMatchObject({ refused: 0, deferred: 0, unanswered: 0 })
    expect(await check(environment, requestLog, originOf(0))).toEqual([])
    expect(checkEmails(environment, requestLog)).toEqual({ problems: [], repeated: 0 })
  },
  timeoutFor(counts.races, 5_000),
)

test('fifty Generate requests to both servers result in one RRR', async () => {
  const requestLog = createRequestLog()
  const [applicant] = await createUnpaidUsers(environment, 1)
  await sendToBoth(50, (origin) => requestLog.send(origin, applicant!, { kind: 'generate' }))
  // On a busy machine some of them may have been asked to retry.
  await requestLog.settle(originOf(0))
  printFigures('two servers, fifty Generate requests', countOutcomes(requestLog))
  expect(countOutcomes(requestLog)).toMatchObject({ requests: 50, refused: 0 })
  expect(requestLog.listUnsettled()).toEqual([])
  expect(await check(environment, requestLog, originOf(0))).toEqual([])
}, 60_000)

test(
  'of two drafts saved on both servers at once, one is stored and the other gets 409 with it',
  async () => {
    const requestLog = createRequestLog()
    const users = await createReadyUsers(environment, counts.races)
    for (const applicant of users) {
      await sendToBoth(2, (origin, n) =>
        requestLog.send(origin, applicant, {
          kind: 'draft',
          document: { ...createCompleteAnswers('/api/v1/files/1'), hobby: `Typed on computer ${n}` },
          revision: 0,
        }),
      )
    }
    printFigures('two servers, drafts on both', { applicants: users.length, ...countOutcomes(requestLog) })
    expect(countOutcomes(requestLog)).toMatchObject({ acknowledged: users.length, refused: users.length })
    for (const { outcomes } of requestLog.entries)
      if (outcomes[0]?.kind === 'refused') expect(outcomes[0]).toMatchObject({ status: 409, code: 'draft_outdated' })
    expect(await check(environment, requestLog, originOf(1))).toEqual([])
  },
  timeoutFor(counts.races, 5_000),
)

test('a NIN that two accounts verify on both servers at once is given to one of them', async () => {
  const [one, other] = await Promise.all([createUnpaidUsers(environment, 1), createUnpaidUsers(environment, 1)])
  const nin = '20000000001'
  const person = { nin, firstName: 'Amina', surName: 'Example', gender: 'f', dateOfBirth: '1985-06-15' }
  await askSimulator(environment.nin, 'persons', person)
  const answers = await sendToBoth(2, (origin, n) =>
    callApi(origin, 'POST', `/services/nin-verify/${nin}`, {
      token: (n === 0 ? one[0] : other[0])?.token,
      body: { consent: true },
    }),
  )
  // To the other it reads like a record that does not match.
  expect(answers.map(({ body }) => body.tabId).sort()).toEqual([1, 2])
  const { rows } = await environment.pool.query(
    `select from nin_verifications where outcome = 'matched' and account_id = any($1)`,
    [[one[0]?.id, other[0]?.id]],
  )
  expect(rows).toHaveLength(1)
  printFigures('two servers, one NIN for two accounts', { verified: 1, refused: 1 })
}, 60_000)
