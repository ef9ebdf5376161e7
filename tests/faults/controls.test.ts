// The checker itself: with a safety switched off it must go red. Every test here expects its complaints.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { check } from '#tests/support/faults/check/checker.ts'
import { anUpload, fileUrlOf, type Ledger, openLedger } from '#tests/support/faults/check/expected-state.ts'
import { print } from '#tests/support/faults/check/figures.ts'
import { untilReady } from '#tests/support/faults/health.ts'
import { prepareMoney, untilMoneyIsCounted } from '#tests/support/faults/money.ts'
import { signalAll, untilGone } from '#tests/support/faults/processes.ts'
import type { ServerProcess } from '#tests/support/faults/server-process.ts'
import { openSite, type Site } from '#tests/support/faults/site.ts'
import { aReadyCrowd } from '#tests/support/faults/users.ts'
import { prepareWave } from '#tests/support/faults/wave.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'

let site: Site
let server: ServerProcess
let ledger: Ledger
beforeEach(async () => {
  site = await openSite()
  server = await site.start()
  ledger = openLedger()
})
afterEach(() => site.close())

const red = async () => {
  const complaints = await check(site, ledger, server.origin)
  print('control', { complaints: complaints.length, first: complaints[0] ?? 'none' })
  return complaints.join('\n')
}

/** The same application sent by several tabs at once. */
async function submitFromManyTabs() {
  const crowd = await aReadyCrowd(site, 6)
  const uploads = await Promise.all(crowd.map((applicant) => ledger.ask(server.origin, applicant, anUpload(2_000))))
  await Promise.all(
    uploads.flatMap((upload) => {
      const answers = completeAnswers(fileUrlOf(upload))
      return Array.from({ length: 8 }, () => ledger.ask(server.origin, upload.applicant, { kind: 'submit', answers }))
    }),
  )
  // A busy machine may have told some of them to try again.
  await ledger.settle(server.origin)
}

test('without the unique constraint, tabs that submit at once leave two applications, and the checker says so', async () => {
  await submitFromManyTabs()
  expect(await check(site, ledger, server.origin)).toEqual([])
  await site.pool.query(
    `alter table applications drop constraint applications_one_per_account; drop index applications_account`,
  )
  await submitFromManyTabs()
  expect(await red()).toMatch(/two applications of|applications kept/)
}, 120_000)

test('with synchronous_commit off, a killed PostgreSQL forgets what was acknowledged, and the checker says so', async () => {
  await site.pool.query(`alter system set wal_writer_delay = '10s'`)
  await site.pool.query('alter database portal set synchronous_commit = off')
  await site.pool.query('select pg_reload_conf()')
  await server.kill()
  server = await site.start()
  const wave = await prepareWave(site, ledger, server.origin)
  await wave.send()
  const family = site.postgresFamily()
  signalAll(family, 'SIGKILL')
  await untilGone(family)
  await untilReady(server.origin)
  expect(await red()).toMatch(/acknowledged/)
}, 120_000)

test('a content that is gone, a draft of older letters, another number and a leftover are noticed', async () => {
  await (await prepareWave(site, ledger, server.origin)).send()
  expect(await check(site, ledger, server.origin)).toEqual([])
  const files = join(site.dataDir, 'files')
  const [shelf] = (await readdir(files)).filter((name) => name !== 'unfinished')
  await rm(join(files, shelf ?? ''), { recursive: true })
  await site.pool.query('delete from files where id = (select max(id::text)::uuid from files)')
  await site.pool.query(`update drafts set document = jsonb_set(document, '{hobby}', '"Draughts"')
    where account_id = (select min(account_id::text)::uuid from drafts)`)
  await site.pool.query(`update applications set number = 'APP-2024-999999'
    where number = (select min(number) from applications)`)
  const complaints = await red()
  // As if it had been acknowledged before it was on disk.
  expect(complaints).toMatch(/has a row and no content/)
  expect(complaints).toMatch(/has content and no row/)
  expect(complaints).toMatch(/the letters of revision 3 are others/)
  expect(complaints).toMatch(/kept APP-2024-999999/)
}, 120_000)

test('money that is not counted, that is counted twice, and a second RRR are noticed', async () => {
  await (await prepareMoney(site, ledger, server.origin)).send()
  await untilMoneyIsCounted(site, ledger)
  expect(await check(site, ledger, server.origin)).toEqual([])
  const [, uncounted, , countedTwice, , askedTwice] = ledger.deposits.map(({ rrr }) => rrr)
  await site.pool.query(`update payments set status = 'open', paid_at = null, paid_kobo = 0 where rrr = $1`, [
    uncounted,
  ])
  await site.pool.query(
    `insert into payment_events (payment_id, rrr, kind) select id, rrr, 'paid' from payments where rrr = $1`,
    [countedTwice],
  )
  await site.pool.query(
    `insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status)
     select account_id, order_id || '-2', '999999999999', fee_kobo, charge_kobo, 'superseded' from payments where rrr = $1`,
    [askedTwice],
  )
  const complaints = await red()
  expect(complaints).toContain(`${uncounted} is open with 0 here, the provider holds 12500 of 12500`)
  expect(complaints).toContain(`${countedTwice}: recorded is issued, paid, paid, not issued, paid`)
  expect(complaints).toMatch(/has a second RRR/)
}, 120_000)
