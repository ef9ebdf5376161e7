// A backup of a whole exercise is restored within five minutes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBackup } from '#server/commands/backup/make-backup.ts'
import { restoreBackup } from '#server/commands/backup/restore-backup.ts'
import { connect, type Database } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { createExerciseService } from '#server/features/exercise/service.ts'
import { openLocalFileStore } from '#server/providers/files/store/local-store.ts'
import { type ExternalPostgres, startExternalPostgres } from '#tests/support/deploy/external-postgres.ts'
import { explainMissing } from '#tests/support/deploy/programs.ts'
import { printFigures } from '#tests/support/faults/check/figures.ts'
import { createReadyUsers } from '#tests/support/faults/users.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { replaceDatabaseName } from '#tests/support/postgres/postgres-admin.ts'

const missing = explainMissing('pg_controldata')
const applications = Number(process.env.DEPLOY_APPLICATIONS || 20_000)
const filesEach = 2
const fileBytes = 40_000
const limitMs = 5 * 60_000

let postgres: ExternalPostgres
let directory: string
beforeAll(async () => {
  if (missing) return
  // Durable, as in production.
  postgres = await startExternalPostgres()
  directory = await mkdtemp(join(tmpdir(), 'portal-restore-'))
}, 60_000)
afterAll(async () => {
  await postgres?.stop()
  if (directory) await rm(directory, { recursive: true, force: true })
})

/** Applicants who have submitted, each with files of their own: the file's id and zeros. */
async function fill({ pool, db }: Database, store: string): Promise<void> {
  await createExerciseService({ db }).ensureExercise()
  // The pool has one connection.
  await pool.query('set statement_timeout = 0')
  const users = await createReadyUsers({ pool, secretKeys: [Buffer.alloc(32, 'restore')] }, applications)
  const accounts = users.map(({ id }) => id)
  await pool.query(
    `insert into files (id, account_id, kind, name, type, size, sha256)
     select id, account, 'upload', 'degree.pdf', 'application/pdf', $2::int,
       sha256(convert_to(id::text, 'utf8') || decode(repeat('00', $2::int - 36), 'hex'))
     from (select gen_random_uuid() as id, account from unnest($1::uuid[]) as account, generate_series(1, $3::int)) as new`,
    [accounts, fileBytes, filesEach],
  )
  await pool.query(
    `insert into applications (exercise_id, account_id, number, answers, rendered_tables, answers_digest, slip_code)
     select exercise_id, id, 'AP-' || user_id, $2::jsonb, '[]', sha256(convert_to(user_id, 'utf8')), encode(sha256(convert_to(user_id, 'utf8')), 'hex')
     from accounts where id = any($1)`,
    [accounts, JSON.stringify(createCompleteAnswers('/api/v1/files/1'))],
  )
  const { rows } = await pool.query<{ id: string }>('select id from files')
  const content = Buffer.alloc(fileBytes)
  for (const { id } of rows) {
    content.write(id)
    const folder = join(store, id.slice(0, 2))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, id), content)
  }
}

test.skipIf(missing)(
  `a backup of ${applications} applications with files is restored within five minutes`,
  async () => {
    const [source, target] = [join(directory, 'source'), join(directory, 'target')]
    await migrate(postgres.ownerUrl)
    const filled = connect(postgres.ownerUrl, { maxConnections: 1, queryTimeoutMs: 0 })
    await fill(filled, source)
    const archive = join(directory, 'portal.tar')
    const [, backupMs] = await measure(async () =>
      makeBackup({ database: filled, files: await openLocalFileStore(source), clock: () => new Date() }, archive),
    )
    const index = await digestApplicantIndex(filled)
    await filled.close()

    await postgres.run('create database restored owner portal_owner')
    const restoredUrl = replaceDatabaseName(postgres.ownerUrl, 'restored')
    const [summary, restoreMs] = await measure(async () => {
      await migrate(restoredUrl)
      const restored = connect(restoredUrl, { maxConnections: 1, queryTimeoutMs: 0 })
      const files = await openLocalFileStore(target)
      return restoreBackup({ database: restored, files }, archive).finally(restored.close)
    })
    const restored = connect(restoredUrl, { maxConnections: 1, queryTimeoutMs: 0 })
    expect(await digestApplicantIndex(restored).finally(restored.close)).toBe(index)
    printFigures('restore', {
      applications,
      files: summary.files,
      'backup in ms': backupMs,
      'restore in ms': restoreMs,
    })
    expect(summary.rows['public.applications']).toBe(applications)
    expect(summary.files).toBe(applications * filesEach)
    expect(restoreMs).toBeLessThan(limitMs)
  },
  30 * 60_000,
)

/** The index is not in the backup but computed, so it is compared row by row. */
async function digestApplicantIndex({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ digest: string }>(
    "select md5(string_agg(one::text, ',' order by account_id)) as digest from applicant_index as one",
  )
  return rows[0]?.digest ?? ''
}

async function measure<T>(work: () => Promise<T>): Promise<[result: T, ms: number]> {
  const startedAt = performance.now()
  return [await work(), Math.round(performance.now() - startedAt)]
}
