// A session that ends while the form is open, and a form that is open in two tabs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi } from '#tests/support/api/call-api.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { countOutcomes, printFigures } from '#tests/support/faults/check/figures.ts'
import { type ClientRequest, createRequestLog } from '#tests/support/faults/check/request-log.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import type { ServerProcess } from '#tests/support/faults/server-process.ts'
import { createReadyUsers, logInAgain } from '#tests/support/faults/users.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'

let environment: FaultEnvironment
let server: ServerProcess
beforeAll(async () => {
  environment = await startEnvironment()
  server = await environment.start()
})
afterAll(() => environment.close())

const draft = (hobby: string, revision: number): ClientRequest => ({
  kind: 'draft',
  document: { ...createCompleteAnswers('/api/v1/files/1'), hobby },
  revision,
})

test('an ended session refuses drafts and stores nothing, and the draft continues after the next login', async () => {
  const requestLog = createRequestLog()
  const [applicant] = await createReadyUsers(environment, 1)
  await requestLog.send(server.origin, applicant!, draft('Chess', 0))
  await environment.pool.query('update sessions set ended_at = now() where account_id = $1', [applicant?.id])

  const refused = await requestLog.send(server.origin, applicant!, draft('Chess and gardening', 1))
  expect(refused.outcomes).toEqual([{ kind: 'refused', status: 401, code: 'session_ended' }])

  const back = await logInAgain(environment, server.origin, applicant!)
  const { body } = await callApi(server.origin, 'GET', '/applications/draft', { token: back.token })
  expect(body.data).toMatchObject({ revision: 1, document: { hobby: 'Chess' } })
  await requestLog.send(server.origin, back, draft('Chess and gardening', body.data.revision))
  printFigures('a session ended while the form was open', countOutcomes(requestLog))

  // The checker needs a valid session.
  for (const entry of requestLog.entries) entry.applicant = back
  expect(await check(environment, requestLog, server.origin)).toEqual([])
}, 60_000)

test('the older of two tabs gets the newer draft and loses nothing of its own', async () => {
  const requestLog = createRequestLog()
  const [applicant] = await createReadyUsers(environment, 1)
  await requestLog.send(server.origin, applicant!, draft('Opened in both', 0))
  await requestLog.send(server.origin, applicant!, draft('Typed in the second', 1))

  const { status, body } = await callApi(server.origin, 'PUT', '/applications/draft', {
    token: applicant?.token,
    body: { document: { ...createCompleteAnswers('/api/v1/files/1'), hobby: 'Typed in the first' }, revision: 1 },
  })
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'draft_outdated' })
  expect(body.data).toMatchObject({ revision: 2, document: { hobby: 'Typed in the second' } })

  await requestLog.send(server.origin, applicant!, draft('Typed in the first, then merged', body.data.revision))
  printFigures('two tabs', { ...countOutcomes(requestLog), conflicts: 1 })
  expect(await check(environment, requestLog, server.origin)).toEqual([])
}, 60_000)
