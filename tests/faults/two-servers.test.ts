// Two servers on one database, asked for the same things at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi } from '#tests/support/api/call-api.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, patience } from '#tests/support/faults/check/counts.ts'
import { anUpload, fileUrlOf, openLedger } from '#tests/support/faults/check/expected-state.ts'
import { print, tally } from '#tests/support/faults/check/figures.ts'
import { checkMails, untilLettersAreSent } from '#tests/support/faults/check/mails-check.ts'
import type { ServerProcess } from '#tests/support/faults/server-process.ts'
import { openSite, type Site } from '#tests/support/faults/site.ts'
import { anUnpaidCrowd, aReadyCrowd } from '#tests/support/faults/users.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'
import { askSimulator } from '#tests/support/simulators/simulator.ts'

let site: Site
let servers: ServerProcess[]
beforeAll(async () => {
  site = await openSite()
  servers = [await site.start(), await site.start()]
})
afterAll(() => site.close())

const originOf = (n: number) => servers[n % servers.length]?.origin ?? ''
const both = <T>(times: number, ask: (origin: string, n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, n) => ask(originOf(n), n)))

test(
  'an applicant who submits on both at once has one application, one number and one letter',
  async () => {
    const ledger = openLedger()
    const crowd = await aReadyCrowd(site, counts.races)
    for (const applicant of crowd) {
      const upload = await ledger.ask(originOf(0), applicant, anUpload(2_000))
      const answers = completeAnswers(fileUrlOf(upload))
      await both(4, (origin) => ledger.ask(origin, applicant, { kind: 'submit', answers }))
    }
    await untilLettersAreSent(site)
    print('two servers, one applicant submits on both', { applicants: crowd.length, ...tally(ledger) })
    expect(tally(ledger)).toMatchObject({ refused: 0, 'told to try again': 0, unanswered: 0 })
    expect(await check(site, ledger, originOf(0))).toEqual([])
    expect(checkMails(site, ledger)).toEqual({ complaints: [], repeated: 0 })
  },
  patience(counts.races, 5_000),
)

test('fifty presses of Generate on both come to one RRR', async () => {
  const ledger = openLedger()
  const [applicant] = await anUnpaidCrowd(site, 1)
  await both(50, (origin) => ledger.ask(origin, applicant!, { kind: 'generate' }))
  print('two servers, fifty presses of Generate', tally(ledger))
  expect(tally(ledger)).toMatchObject({ acknowledged: 50 })
  expect(await check(site, ledger, originOf(0))).toEqual([])
}, 60_000)

test(
  'of two drafts that are saved on both at once, one is kept and the other one is shown it',
  async () => {
    const ledger = openLedger()
    const crowd = await aReadyCrowd(site, counts.races)
    for (const applicant of crowd) {
      await both(2, (origin, n) =>
        ledger.ask(origin, applicant, {
          kind: 'draft',
          document: { ...completeAnswers('/api/v1/files/1'), hobby: `Typed on computer ${n}` },
          revision: 0,
        }),
      )
    }
    print('two servers, drafts on both', { applicants: crowd.length, ...tally(ledger) })
    expect(tally(ledger)).toMatchObject({ acknowledged: crowd.length, refused: crowd.length })
    for (const { outcomes } of ledger.entries)
      if (outcomes[0]?.kind === 'refused') expect(outcomes[0]).toMatchObject({ status: 409, code: 'draft_outdated' })
    expect(await check(site, ledger, originOf(1))).toEqual([])
  },
  patience(counts.races, 5_000),
)

test('a NIN that two accounts verify on both at once belongs to one of them', async () => {
  const [one, other] = await Promise.all([anUnpaidCrowd(site, 1), anUnpaidCrowd(site, 1)])
  const nin = '20000000001'
  const person = { nin, firstName: 'Amina', surName: 'Example', gender: 'f', dateOfBirth: '1985-06-15' }
  await askSimulator(site.nin, 'persons', person)
  const answers = await both(2, (origin, n) =>
    callApi(origin, 'POST', `/services/nin-verify/${nin}`, {
      token: (n === 0 ? one[0] : other[0])?.token,
      body: { consent: true },
    }),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('nin_taken')
  const { rows } = await site.pool.query(
    `select from nin_verifications where outcome = 'matched' and account_id = any($1)`,
    [[one[0]?.id, other[0]?.id]],
  )
  expect(rows).toHaveLength(1)
  print('two servers, one NIN for two accounts', { verified: 1, refused: 1 })
}, 60_000)
