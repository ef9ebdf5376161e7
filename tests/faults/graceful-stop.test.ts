// SIGTERM under load: nobody sees an error that a second server can prevent, and jobs in hand are done by the other.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBalancer } from '#tests/support/faults/balancer.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, patience } from '#tests/support/faults/check/counts.ts'
import { anUpload, fileUrlOf, openLedger } from '#tests/support/faults/check/expected-state.ts'
import { print, tally } from '#tests/support/faults/check/figures.ts'
import { checkMails, untilLettersAreSent } from '#tests/support/faults/check/mails-check.ts'
import { tidied } from '#tests/support/faults/cleanup.ts'
import { statusOf } from '#tests/support/faults/health.ts'
import { openSite, type Site } from '#tests/support/faults/site.ts'
import { aReadyCrowd } from '#tests/support/faults/users.ts'
import { prepareWave } from '#tests/support/faults/wave.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test(
  'no client sees an error while one of two servers is stopped under load',
  async () => {
    const ledger = openLedger()
    const [first, second] = [await site.start(), await site.start()]
    const figures = { stops: 0, 'in flight when stopped': 0, 'longest stop in ms': 0 }
    let staying = second
    let leaving = first

    for (; figures.stops < counts.stops; figures.stops++) {
      const balancer = await startBalancer([leaving.origin, staying.origin])
      const waves = []
      for (let n = 0; n < 4; n++) waves.push(await prepareWave(site, ledger, balancer.origin))
      let isStopped = false
      const going = (async () => {
        // As long as the stop takes, and a wave more.
        for (const wave of waves) {
          await wave.send()
          if (!isStopped) await pause(100)
        }
      })()
      while (ledger.inFlight() < 5) await pause(1)
      figures['in flight when stopped'] += ledger.inFlight()
      const toldAt = performance.now()
      const ended = leaving.stop()
      expect(await readinessOf(leaving.origin)).toBe(503)
      expect(await ended).toBe(0)
      isStopped = true
      figures['longest stop in ms'] = Math.max(figures['longest stop in ms'], Math.round(performance.now() - toldAt))
      await going
      balancer.close()
      leaving = staying
      staying = await site.start()
    }
    await untilLettersAreSent(site)
    await tidied(site)
    const { complaints, repeated } = checkMails(site, ledger)
    print('SIGTERM to one of two servers', { ...figures, ...tally(ledger), 'letters repeated': repeated })
    expect(tally(ledger)).toMatchObject({ refused: 0, 'told to try again': 0, unanswered: 0 })
    expect(await check(site, ledger, staying.origin)).toEqual([])
    expect([...complaints, ...(repeated > 0 ? [`${repeated} letters came twice`] : [])]).toEqual([])
    await Promise.all([leaving.stop(), staying.stop()])
  },
  patience(counts.stops, 40_000),
)

test('a letter in hand that the mail server does not take in time is sent by the other server', async () => {
  const ledger = openLedger()
  const first = await site.start()
  const [applicant] = await aReadyCrowd(site, 1)
  const upload = await ledger.ask(first.origin, applicant!, anUpload(2_000))
  site.mail.slowDown(60_000)
  const before = site.mail.begun()
  await ledger.ask(first.origin, applicant!, {
    kind: 'submit',
    answers: completeAnswers(fileUrlOf(upload)),
  })
  await expect.poll(site.mail.begun, { timeout: 20_000 }).toBeGreaterThan(before)

  const second = await site.start()
  const toldAt = performance.now()
  site.mail.slowDown(0)
  expect(await first.stop()).toBe(0)
  const stopMs = Math.round(performance.now() - toldAt)
  await untilLettersAreSent(site)
  expect(checkMails(site, ledger).complaints).toEqual([])
  print('SIGTERM with a letter in hand that the mail server keeps waiting', { 'stopped after ms': stopMs })
  expect(stopMs).toBeLessThan(14_000)
  await tidied(site)
  expect(await check(site, ledger, second.origin)).toEqual([])
}, 120_000)

/** What a balancer is told by a server that is stopping. */
async function readinessOf(origin: string): Promise<number | null> {
  let status = await statusOf(origin, '/readyz')
  while (status === 200) status = await statusOf(origin, '/readyz')
  return status
}
