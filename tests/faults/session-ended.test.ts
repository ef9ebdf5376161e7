// A session that ends in mid-form, and a form that is open in two tabs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi } from '#tests/support/api/call-api.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { type Deed, openLedger } from '#tests/support/faults/check/expected-state.ts'
import { print, tally } from '#tests/support/faults/check/figures.ts'
import type { ServerProcess } from '#tests/support/faults/server-process.ts'
import { openSite, type Site } from '#tests/support/faults/site.ts'
import { aReadyCrowd, logInAgain } from '#tests/support/faults/users.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'

let site: Site
let server: ServerProcess
beforeAll(async () => {
  site = await openSite()
  server = await site.start()
})
afterAll(() => site.close())

const draft = (hobby: string, revision: number): Deed => ({
  kind: 'draft',
  document: { ...completeAnswers('/api/v1/files/1'), hobby },
  revision,
})

test('a session that ends in mid-form refuses, leaves nothing, and the draft goes on after logging in again', async () => {
  const ledger = openLedger()
  const [applicant] = await aReadyCrowd(site, 1)
  await ledger.ask(server.origin, applicant!, draft('Chess', 0))
  await site.pool.query('update sessions set ended_at = now() where account_id = $1', [applicant?.id])

  const refused = await ledger.ask(server.origin, applicant!, draft('Chess and gardening', 1))
  expect(refused.outcomes).toEqual([{ kind: 'refused', status: 401, code: 'session_ended' }])

  const back = await logInAgain(site, server.origin, applicant!)
  const { body } = await callApi(server.origin, 'GET', '/applications/draft', { token: back.token })
  expect(body.data).toMatchObject({ revision: 1, document: { hobby: 'Chess' } })
  await ledger.ask(server.origin, back, draft('Chess and gardening', body.data.revision))
  print('a session ended in mid-form', tally(ledger))

  // The checker reads with the newer session.
  for (const entry of ledger.entries) entry.applicant = back
  expect(await check(site, ledger, server.origin)).toEqual([])
}, 60_000)

test('of two tabs the older one is told and shown the newer draft, and loses nothing of its own', async () => {
  const ledger = openLedger()
  const [applicant] = await aReadyCrowd(site, 1)
  await ledger.ask(server.origin, applicant!, draft('Opened in both', 0))
  await ledger.ask(server.origin, applicant!, draft('Typed in the second', 1))

  const { status, body } = await callApi(server.origin, 'PUT', '/applications/draft', {
    token: applicant?.token,
    body: { document: { ...completeAnswers('/api/v1/files/1'), hobby: 'Typed in the first' }, revision: 1 },
  })
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'draft_outdated' })
  expect(body.data).toMatchObject({ revision: 2, document: { hobby: 'Typed in the second' } })

  await ledger.ask(server.origin, applicant!, draft('Typed in the first, then put together', body.data.revision))
  print('two tabs', { ...tally(ledger), 'told of the newer': 1 })
  expect(await check(site, ledger, server.origin)).toEqual([])
}, 60_000)
