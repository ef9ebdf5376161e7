// Starts what is measured: a durable PostgreSQL, the built server, the baseline server, and users.
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import sharp from 'sharp'
import type { DatabaseUrls } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { spawnServer, stopProcess, waitForReadyLine } from '#tests/support/faults/child-processes.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { freePort } from '#tests/support/simulators/free-ports.ts'
import { serverEnvironment, serverNodeOptions } from '../run/program.mjs'
import { startSeededPostgres } from './seeded-database.ts'
import { type BenchUser, insertUsers, password } from './users.ts'

export interface MeasuredProcess {
  port: number
  pid: number
}

export interface BenchFixture {
  product: MeasuredProcess
  baseline: MeasuredProcess
  pool: pg.Pool
  /** Of the role that the server works as. */
  databaseUrl: string
  passwordHash: string
  /** The product's upload directory. */
  filesDirectory: string
  createUsers(prefix: string, count: number): Promise<BenchUser[]>
  /** Starts another server on the same database and files. */
  startServer(): Promise<MeasuredProcess>
  close(): Promise<void>
}

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * @param seeded where a database with many applicants is, or will be; by default it is empty and removed afterwards
 * @param changed settings of the servers
 */
export async function startFixture(
  seeded?: { directory: string; count: number },
  changed: Record<string, string> = {},
): Promise<BenchFixture> {
  const directory = seeded?.directory ?? (await mkdtemp(join(tmpdir(), 'portal-bench-')))
  const postgres = await startSeededPostgres(directory, seeded && { count: seeded.count, hasHistory: true })
  const secret = randomBytes(32)
  const servers: ChildProcess[] = []
  async function startServer(): Promise<MeasuredProcess> {
    const { child, ...server } = await startProduct(postgres, directory, secret, changed)
    servers.push(child)
    return server
  }
  const product = await startServer()
  const { child: baselines, ...baseline } = await startBaselines(postgres.ownerUrl, directory)
  const pool = new pg.Pool({ connectionString: postgres.ownerUrl, max: 2 })
  // Emails are not measured here: their jobs stay on both sides as if they had failed for good, and workers do not see them.
  await pool.query('alter table graphile_worker._private_jobs alter column attempts set default 25')
  const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  // A database that is used again has the users of earlier runs.
  const run = seeded ? `${Date.now().toString(36).toUpperCase()}-` : ''
  const encryptedNin = createEncryption([secret]).encrypt('12345678901')
  return {
    product,
    baseline,
    pool,
    databaseUrl: postgres.url,
    passwordHash,
    filesDirectory: join(directory, 'files'),
    async createUsers(prefix, count) {
      // Those of the case before, which the server's look-ups for jobs would read. Workers would have removed them.
      await pool.query('truncate graphile_worker._private_jobs')
      const users = await insertUsers({ pool, passwordHash, encryptedNin }, `${run}${prefix}`, count)
      // As autovacuum does within a minute: before it, PostgreSQL plans some statements again at each call.
      if (!seeded) await pool.query('analyze')
      return users
    },
    startServer,
    async close() {
      await pool.end()
      await Promise.all([...servers, baselines].map((child) => stopProcess(child)))
      await postgres.stop()
      if (!seeded) await rm(directory, { recursive: true, force: true })
    },
  }
}

/** The built server with providers that are never called. BENCH_PROFILE=<directory> writes a CPU profile there. */
async function startProduct(
  { url, ownerUrl }: DatabaseUrls,
  dataDir: string,
  secret: Buffer,
  changed: Record<string, string>,
) {
  const port = await freePort()
  const unused = 'http://127.0.0.1:9'
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    PUBLIC_URL: `http://localhost:${port}`,
    SECRET_KEY: secret.toString('base64'),
    REMITA_BASE_URL: unused,
    REMITA_WIDGET_URL: unused,
    REMITA_MERCHANT_ID: 'bench',
    REMITA_SERVICE_TYPE_ID: 'bench',
    REMITA_API_KEY: 'bench',
    REMITA_PUBLIC_KEY: 'bench',
    NIN_BASE_URL: unused,
    NIN_API_KEY: 'bench',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Bench <bench@example.org>',
    ...serverEnvironment,
    ...changed,
  }
  const { BENCH_PROFILE: directory } = process.env
  const profiling = directory ? ['--cpu-prof', `--cpu-prof-dir=${directory}`] : []
  const child = spawnServer(inProject('dist/server/main.js'), settings, [...serverNodeOptions, ...profiling])
  child.stderr.pipe(process.stderr)
  await waitForReadyLine(child, 60_000)
  return { child, port, pid: child.pid ?? 0 }
}

async function startBaselines(databaseUrl: string, directory: string) {
  const child = fork(inProject('tools/bench/baselines/main.ts'), [databaseUrl, join(directory, 'baseline-files')], {
    execArgv: ['--import', 'tsx'],
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, port, pid: child.pid ?? 0 }
}

/** A valid PDF of about `bytes` bytes. */
export async function createPdf(bytes: number): Promise<Buffer> {
  const pdf = await createPdfFile('Certificate')
  // The filling is a PDF comment before the trailer.
  const end = pdf.lastIndexOf('startxref')
  return Buffer.concat([pdf.subarray(0, end), Buffer.from(`%${'0'.repeat(bytes)}\n`), pdf.subarray(end)])
}

/** A JPEG with the detail of a phone's photograph: soft shapes, and the noise of a sensor. */
export async function createPhoto(width: number, height: number): Promise<Buffer> {
  const drawNoise = (columns: number, rows: number, sigma: number) =>
    sharp({
      create: {
        width: columns,
        height: rows,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
  const shapes = await drawNoise(60, 45, 60).png().toBuffer()
  const grain = await drawNoise(width, height, 18).blur(0.8).png().toBuffer()
  const blurred = await sharp(shapes).resize(width, height, { kernel: 'cubic' }).png().toBuffer()
  return sharp(blurred)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer()
}
