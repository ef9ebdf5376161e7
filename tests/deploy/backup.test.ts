// The nightly backup and its drill, as deploy/systemd runs them.
import { execFile, execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDrills } from '#server/domain/backup-drills.ts'
import { deployDirectory } from '#tests/support/deploy/haproxy.ts'
import { explainMissing, getProgram } from '#tests/support/deploy/programs.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import { replaceDatabaseName } from '#tests/support/postgres/postgres-admin.ts'

const missing = explainMissing('age', 'age-keygen')
const root = join(deployDirectory, '..')
let environment: FaultEnvironment
let directory: string
let settings: Record<string, string>
beforeAll(async () => {
  if (missing) return
  environment = await startEnvironment()
  directory = join(environment.dataDir, 'backups')
  await mkdir(join(directory, 'elsewhere'), { recursive: true })
  const identity = join(directory, 'identity')
  execFileSync(getProgram('age-keygen'), ['-o', identity], { stdio: 'pipe' })
  execFileSync(getProgram('age-keygen'), ['-y', '-o', join(directory, 'recipients'), identity])
  await environment.pool.query('create database portal_drill')
  settings = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: environment.dataDir,
    NODE_ENV: 'production',
    DATABASE_URL: environment.database,
    DATABASE_OWNER_URL: environment.ownerDatabase,
    DRILL_DATABASE_URL: replaceDatabaseName(environment.ownerDatabase, 'portal_drill'),
    BACKUP_DIR: directory,
    BACKUP_RECIPIENTS: join(directory, 'recipients'),
    BACKUP_IDENTITY: identity,
    BACKUP_COPY: `cp --target-directory=${join(directory, 'elsewhere')}`,
    BACKUP_COUNT: '2',
  }
}, 120_000)
afterAll(() => environment?.close())

const run = (script: string, changed: Record<string, string> = {}) =>
  promisify(execFile)(join(deployDirectory, 'backup', script), { cwd: root, env: { ...settings, ...changed } })
const list = async (path: string) => (await readdir(path)).filter((name) => name.startsWith('portal-')).sort()

test.skipIf(missing)(
  'backups are encrypted, leave the machine, have an end, and are restored',
  async () => {
    for (let times = 0; times < 3; times++) await run('backup.sh')
    const copies = await list(join(directory, 'elsewhere'))
    expect(copies).toHaveLength(3)
    expect(await list(directory)).toEqual(copies.slice(1))
    const newest = join(directory, copies.at(-1) ?? '')
    expect((await readFile(newest)).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/)

    expect((await run('drill.sh')).stdout).toContain('can be restored')
    expect(await readDrills(environment.pool)).toMatchObject({ newest: { failure: null, rows: expect.any(Number) } })

    await truncate(newest, (await readFile(newest)).length - 100)
    await expect(run('drill.sh')).rejects.toMatchObject({ stderr: expect.stringContaining('cut short') })
    expect(await readDrills(environment.pool)).toMatchObject({
      newest: { failure: expect.stringContaining('cut short') },
    })
  },
  180_000,
)

test.skipIf(missing)(
  'a backup that fails leaves no archive that looks like a good one',
  async () => {
    const before = await list(directory)
    await expect(
      run('backup.sh', {
        DATABASE_OWNER_URL: `${environment.ownerDatabase}_gone`,
        DATABASE_URL: 'postgres://127.0.0.1:9/gone',
      }),
    ).rejects.toThrow()
    expect(await list(directory)).toEqual(before)
  },
  60_000,
)
