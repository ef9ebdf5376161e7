// Disks that run full: the one of the uploads and the one of the database. Needs root, for disks of its own.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, patience } from '#tests/support/faults/check/counts.ts'
import { anUpload, openLedger } from '#tests/support/faults/check/expected-state.ts'
import { print, tally } from '#tests/support/faults/check/figures.ts'
import { untilLettersAreSent } from '#tests/support/faults/check/mails-check.ts'
import { tidied } from '#tests/support/faults/cleanup.ts'
import { statusOf, untilReady } from '#tests/support/faults/health.ts'
import { unexpectedFailures } from '#tests/support/faults/server-process.ts'
import { openSite, type Site } from '#tests/support/faults/site.ts'
import { aReadyCrowd } from '#tests/support/faults/users.ts'
import { prepareWave } from '#tests/support/faults/wave.ts'

interface Disk {
  path: string
  fill(): void
  clear(): void
}

const MiB = 1024 * 1024
let site: Site | undefined
let mounted: string[] = []

afterEach(async () => {
  await site?.close()
  for (const path of mounted) {
    execFileSync('umount', ['-l', path])
    rmSync(path, { recursive: true, force: true })
  }
  mounted = []
})

/** A disk of its own; null where this machine allows none. */
function aDisk(megabytes: number): Disk | null {
  const path = mkdtempSync(join(tmpdir(), 'portal-faults-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    rmSync(path, { recursive: true })
    return null
  }
  mounted.push(path)
  chmodSync(path, 0o711)
  const ballast = join(path, 'ballast')
  return {
    path,
    fill() {
      mkdirSync(ballast, { recursive: true })
      for (let size = 16 * MiB, n = 0; size >= 512; n++) {
        try {
          writeFileSync(join(ballast, String(n)), Buffer.alloc(size))
        } catch {
          size /= 2
        }
      }
    },
    clear: () => rmSync(ballast, { recursive: true, force: true }),
  }
}

test(
  'uploads to a full disk are told to try again, leave nothing, and succeed when there is room',
  async ({ skip }) => {
    const disk = aDisk(64)
    if (!disk) return skip('skipped: this machine allows no disk of its own (mount needs root)')
    site = await openSite({ files: disk.path })
    const server = await site.start()
    const ledger = openLedger()
    const figures = { 'times full': 0 }
    for (; figures['times full'] < counts.fullDisks; figures['times full']++) {
      const crowd = await aReadyCrowd(site, 6)
      disk.fill()
      const origin = server.origin
      await Promise.all(crowd.map((applicant) => ledger.ask(origin, applicant, anUpload(1.5 * MiB))))
      expect(await statusOf(origin, '/readyz')).toBe(200)
      expect(ledger.unsettled()).toHaveLength(6)
      disk.clear()
      await ledger.settle(origin)
    }
    await tidied(site)
    print('the disk of the uploads full', { ...figures, ...tally(ledger) })
    expect(tally(ledger)).toMatchObject({ refused: 0, unanswered: 0 })
    expect(await check(site, ledger, server.origin)).toEqual([])
  },
  patience(counts.fullDisks, 30_000),
)

test(
  'a database without room is answered for with 503, and comes back with all that was acknowledged',
  async ({ skip }) => {
    const disk = aDisk(256)
    if (!disk) return skip('skipped: this machine allows no disk of its own (mount needs root)')
    site = await openSite({ postgres: disk.path })
    const server = await site.start()
    const ledger = openLedger()
    const figures = { 'times full': 0 }
    for (; figures['times full'] < counts.fullDisks; figures['times full']++) {
      // What it has already set aside would carry it on for a while.
      const waves = [await prepareWave(site, ledger, server.origin), await prepareWave(site, ledger, server.origin)]
      disk.fill()
      await site.pool.query('select pg_switch_wal()').catch(() => {})
      for (const wave of waves) await wave.send()
      disk.clear()
      await untilReady(server.origin)
      await ledger.settle(server.origin, 'generate')
    }
    await ledger.settle(server.origin)
    await untilLettersAreSent(site)
    await tidied(site)
    print('the disk of the database full', { ...figures, ...tally(ledger) })
    expect(tally(ledger)['told to try again']).toBeGreaterThan(0)
    expect(await check(site, ledger, server.origin)).toEqual([])
    expect(unexpectedFailures(server)).toEqual([])
  },
  patience(counts.fullDisks, 60_000),
)
