// What is measured, started: a database that syncs to disk, the built server, the floors, and applicants in numbers.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { startManagedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { ended, spawnServer, untilReady } from '#tests/support/faults/child-processes.ts'
import { pdfFile } from '#tests/support/fixtures/documents.ts'
import { freePort } from '#tests/support/simulators/free-ports.ts'
import { type Member, makeCast, password } from './users.ts'

export interface Side {
  port: number
  pid: number
}

export interface Stage {
  product: Side
  floor: Side
  pool: pg.Pool
  passwordHash: string
  /** Where the product keeps uploads. */
  filesFolder: string
  cast(prefix: string, count: number): Promise<Member[]>
  close(): Promise<void>
}

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

export async function startStage(): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const postgres = await startManagedPostgres({ dataDir: directory, log: console.error })
  const secret = randomBytes(32)
  const { child: server, ...product } = await startProduct(postgres.url, directory, secret)
  const { child: floors, ...floor } = await startFloors(postgres.url, directory)
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
  // Letters are measured by themselves: on both sides they wait.
  await pool.query(`create function hold_job() returns trigger language plpgsql as
    $$ begin new.run_at = now() + interval '1 day'; return new; end $$`)
  await pool.query(`create trigger hold_job before insert on graphile_worker._private_jobs
    for each row execute function hold_job()`)
  const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const ninSealed = createEncryption([secret]).seal('12345678901')
  return {
    product,
    floor,
    pool,
    passwordHash,
    filesFolder: join(directory, 'files'),
    cast: (prefix, count) => makeCast({ pool, passwordHash, ninSealed }, prefix, count),
    async close() {
      await pool.end()
      await Promise.all([server, floors].map((child) => ended(child)))
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** The built server as it runs for real, with providers that nobody asks; BENCH_PROFILE=folder keeps its CPU profile there. */
async function startProduct(databaseUrl: string, dataDir: string, secret: Buffer) {
  const port = await freePort()
  const nowhere = 'http://127.0.0.1:9'
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: `http://localhost:${port}`,
    SECRET_KEY: secret.toString('base64'),
    REMITA_BASE_URL: nowhere,
    REMITA_WIDGET_URL: nowhere,
    REMITA_MERCHANT_ID: 'bench',
    REMITA_SERVICE_TYPE_ID: 'bench',
    REMITA_API_KEY: 'bench',
    REMITA_PUBLIC_KEY: 'bench',
    NIN_BASE_URL: nowhere,
    NIN_API_KEY: 'bench',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Bench <bench@example.org>',
  }
  const { BENCH_PROFILE: folder } = process.env
  const profiling = folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
  const child = spawnServer(inProject('dist/server/main.js'), settings, profiling)
  child.stderr.pipe(process.stderr)
  await untilReady(child, 60_000)
  return { child, port, pid: child.pid ?? 0 }
}

async function startFloors(databaseUrl: string, directory: string) {
  const child = fork(inProject('tools/bench/baselines/main.ts'), [databaseUrl, join(directory, 'floor-files')], {
    execArgv: ['--import', 'tsx'],
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, port, pid: child.pid ?? 0 }
}

/** A whole PDF of about so many bytes. */
export async function aPdf(bytes: number): Promise<Buffer> {
  const page = await pdfFile('Certificate')
  // A comment before the end, which readers look for from behind.
  const end = page.lastIndexOf('startxref')
  return Buffer.concat([page.subarray(0, end), Buffer.from(`%${'0'.repeat(bytes)}\n`), page.subarray(end)])
}
