// How long the nightly jobs and a backup take with few and with many accounts.
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeBackup } from '#server/commands/backup/make-backup.ts'
import { connect } from '#server/database/connection.ts'
import { prune } from '#server/features/auth/prune.ts'
import { pruneEmails } from '#server/features/emails/prune-emails.ts'
import { applyRetention } from '#server/features/privacy/apply-retention.ts'
import { discardAbandonedUploads } from '#server/features/uploads/discard-abandoned.ts'
import type { BenchFixture } from '../fixture.ts'

/** Of those that a night deletes at most. */
const deletedForms = 500

type Job = (fixture: BenchFixture) => Promise<unknown>

const withServersRole = async (
  { databaseUrl }: BenchFixture,
  work: (dependencies: Parameters<typeof applyRetention>[0]) => Promise<unknown>,
) => {
  const database = connect(databaseUrl, { maxConnections: 2 })
  const files = { remove: async () => {} }
  await work({ database, files, clock: () => new Date(), log: console }).finally(database.close)
}

async function retainArchived(fixture: BenchFixture): Promise<void> {
  await fixture.pool.query(`update exercises set archived_at = now() - interval '3 years'`)
  try {
    await withServersRole(fixture, (deps) => applyRetention(deps, { maxAccounts: deletedForms })())
  } finally {
    await fixture.pool.query('update exercises set archived_at = null')
  }
}

const discardAbandoned: Job = (fixture) => withServersRole(fixture, (deps) => discardAbandonedUploads(deps)())

const jobs: Readonly<Record<string, Job>> = {
  'prune sessions, codes, counts, emails': (fixture) =>
    withServersRole(fixture, async (deps) => {
      await prune(deps)()
      await pruneEmails(deps)
    }),
  'retention, nothing due': (fixture) => withServersRole(fixture, (deps) => applyRetention(deps)()),
  [`retention, ${2 * deletedForms} forms due`]: retainArchived,
  'abandoned uploads, first night': async (fixture) => {
    await fixture.pool.query(`delete from background_work where name = 'discard_abandoned_uploads'`)
    await discardAbandoned(fixture)
  },
  'abandoned uploads, next night': discardAbandoned,
}

const format = (ms: number) => (ms / 1000).toFixed(2)

/** The rows only: what the contents of files take depends on their store. */
async function measureBackup({ pool }: BenchFixture, path: string) {
  const beganAt = performance.now()
  // Minutes without a line would be taken for a hang.
  const progress = setInterval(() => void printProgress(`${path}.unfinished`, performance.now() - beganAt), 10_000)
  try {
    await makeBackup({ database: { pool }, files: { get: async () => null }, clock: () => new Date() }, path)
  } finally {
    clearInterval(progress)
  }
  const ms = performance.now() - beganAt
  const { size } = await stat(path)
  await rm(path)
  return `${format(ms)} s, ${formatSize(size)}`
}

const formatSize = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

async function printProgress(path: string, ms: number): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found) process.stderr.write(`backup: ${formatSize(found.size)} after ${format(ms)} s\n`)
}

export async function printJobs(fixtures: readonly BenchFixture[], directory: string): Promise<void> {
  console.log(`\n${'seconds'.padEnd(40)} few, many`)
  for (const [name, run] of Object.entries(jobs)) {
    const times: string[] = []
    for (const fixture of fixtures) {
      const beganAt = performance.now()
      await run(fixture)
      times.push(format(performance.now() - beganAt))
    }
    console.log(`${name.padEnd(40)} ${times.join(', ')}`)
  }
  const backups: string[] = []
  for (const fixture of fixtures) backups.push(await measureBackup(fixture, join(directory, 'bench-backup.tar')))
  console.log(`${'backup of the rows'.padEnd(40)} ${backups.join('; ')}`)
}
