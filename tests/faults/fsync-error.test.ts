// A disk that reports that it could not keep what was written: strace makes the system calls fail. Needs strace and Linux.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, patience } from '#tests/support/faults/check/counts.ts'
import { anUpload, openLedger } from '#tests/support/faults/check/expected-state.ts'
import { print, tally } from '#tests/support/faults/check/figures.ts'
import { untilLettersAreSent } from '#tests/support/faults/check/mails-check.ts'
import { tidied } from '#tests/support/faults/cleanup.ts'
import { untilReady } from '#tests/support/faults/health.ts'
import { openSite, type Site } from '#tests/support/faults/site.ts'
import { aReadyCrowd } from '#tests/support/faults/users.ts'
import { prepareWave } from '#tests/support/faults/wave.ts'

let site: Site
beforeEach(async () => {
  site = await openSite()
})
afterEach(() => site.close())

/** Why system calls cannot be made to fail here; null when they can. */
function obstacle(): string | null {
  try {
    execFileSync('strace', ['-qq', '-e', 'inject=fsync:error=EIO', 'true'], { stdio: 'ignore' })
    return null
  } catch {
    return 'skipped: strace is not there, or may not trace here'
  }
}

/** Makes every fsync and fdatasync of these processes fail, and of those that they start, until it is ended. */
async function failingSync(pids: readonly number[]): Promise<{ end(): Promise<void> }> {
  const calls = 'fsync,fdatasync'
  const strace: ChildProcess = spawn(
    'strace',
    ['-f', '-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO`, ...pids.flatMap((pid) => ['-p', String(pid)])],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(strace, 'exit')
  let said = ''
  strace.stderr?.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const attached = async () => {
    while ((said.match(/attached/g) ?? []).length < pids.length) await pause(20)
  }
  await Promise.race([attached(), ended])
  return {
    async end() {
      strace.kill('SIGINT')
      await ended
    },
  }
}

test(
  'an upload that the disk does not confirm is told to try again and leaves nothing',
  async ({ skip }) => {
    const why = obstacle()
    if (why) return skip(why)
    const server = await site.start()
    const ledger = openLedger()
    const figures = { times: 0 }
    for (; figures.times < counts.fsyncErrors; figures.times++) {
      const crowd = await aReadyCrowd(site, 4)
      const failing = await failingSync([server.pid])
      await Promise.all(crowd.map((applicant) => ledger.ask(server.origin, applicant, anUpload())))
      await failing.end()
      expect(ledger.unsettled()).toHaveLength(4)
      await ledger.settle(server.origin)
    }
    await tidied(site)
    print('fsync error under the uploads', { ...figures, ...tally(ledger) })
    expect(await check(site, ledger, server.origin)).toEqual([])
  },
  patience(counts.fsyncErrors, 30_000),
)

test(
  'a PostgreSQL whose disk does not confirm a commit goes down and recovers, and nothing acknowledged is lost',
  async ({ skip }) => {
    const why = obstacle()
    if (why) return skip(why)
    const server = await site.start()
    const ledger = openLedger()
    const figures = { times: 0 }
    for (; figures.times < counts.fsyncErrors; figures.times++) {
      const wave = await prepareWave(site, ledger, server.origin)
      const failing = await failingSync(site.postgresFamily())
      await wave.send()
      await failing.end()
      await untilReady(server.origin)
      await ledger.settle(server.origin, 'generate')
    }
    await ledger.settle(server.origin)
    await untilLettersAreSent(site)
    await tidied(site)
    print('fsync error under PostgreSQL', { ...figures, ...tally(ledger) })
    expect(tally(ledger)['told to try again']).toBeGreaterThan(0)
    expect(await check(site, ledger, server.origin)).toEqual([])
  },
  patience(counts.fsyncErrors, 60_000),
)
