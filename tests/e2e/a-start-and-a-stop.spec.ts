// `npm start`: started twice, killed and stopped. Needs no browser.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { demoApplicants, demoPassword } from '#demo/applicants.ts'
import { findFreePorts } from '#tests/support/simulators/free-ports.ts'

// The tests share a data directory and run one after the other, because creating a database is slow.
test.describe.configure({ mode: 'default' })

let dataDir: string
let port: number
let launchers: ChildProcess[]

test.beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-starts-'))
  // As an operator may create it.
  chmodSync(dataDir, 0o755)
})

test.beforeEach(async () => {
  port = await findFreePorts(4350, 5)
  launchers = []
})

test.afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test.afterEach(async () => {
  for (const launcher of launchers) {
    if (launcher.exitCode !== null || launcher.signalCode !== null) continue
    const exit = once(launcher, 'exit')
    launcher.kill('SIGTERM')
    await exit
  }
})

/** Starts the launcher; `outcome` resolves with its output once it is ready or has exited. */
function startLauncher(settings: Record<string, string> = {}) {
  const launcher = fork('tools/start.mjs', {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  launchers.push(launcher)
  const exit = once(launcher, 'exit').then(([code]) => code as number | null)
  const outcome = new Promise<string>((resolve) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      output += chunk
      if (/^Ready on .*\n/m.test(output)) resolve(output)
    }
    launcher.stdout?.on('data', listen)
    launcher.stderr?.on('data', listen)
    void exit.then(() => resolve(output))
  })
  return { launcher, exit, outcome }
}

const isServing = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** The server is the parent process of PostgreSQL's postmaster. */
function findServerPid(): number {
  const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)
  return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${postmaster}/status`, 'utf8'))?.[1])
}

test('npm start prints its address last, refuses a second start on the same data, and stops everything on SIGINT', async () => {
  const first = startLauncher()
  const output = await first.outcome
  expect(output.trimEnd().split('\n').at(-1)).toBe(`Ready on http://localhost:${port}`)
  expect(await isServing()).toBe(true)

  const second = startLauncher()
  expect(await second.exit).toBe(1)
  expect(await second.outcome).toContain('The portal is already running with the data in')
  expect(await second.outcome).toContain(`http://localhost:${port} (process ${first.launcher.pid})`)
  expect(await isServing()).toBe(true)

  first.launcher.kill('SIGINT')
  expect(await first.exit).toBe(0)
  expect(await findFreePorts(port, 5)).toBe(port)
})

test('a port in use is reported in a sentence', async () => {
  const other = createServer().listen(port + 2, '127.0.0.1')
  await once(other, 'listening')
  const first = startLauncher()
  expect(await first.exit).toBe(1)
  expect(await first.outcome).toContain(`Port ${port + 2} (the NIN simulator, PORT+2) is in use by another program.`)
  other.close()
})

test("V13.3.2 V14.2.4 nothing in the data directory is readable for the machine's other users; a killed server comes back by itself with its data; a killed launcher leaves nothing behind and does not block the next start", async () => {
  const first = startLauncher()
  await first.outcome
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  const entries = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  for (const name of ['running.json', 'secret-key', 'files', 'simulators', 'postgres/cluster/pg_hba.conf'])
    expect(entries).toContain(name)
  const open = entries.filter(
    (name) => ((statSync(join(dataDir, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) > 0,
  )
  expect(open).toEqual([])

  test.skip(process.platform !== 'linux', 'the processes are found in /proc')
  const killed = findServerPid()
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => isServing(), { timeout: 60_000 }).toBe(true)
  expect(findServerPid()).not.toBe(killed)
  const login = await fetch(`http://127.0.0.1:${port}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId: demoApplicants[0]?.userId, password: demoPassword }),
  })
  expect(login.status).toBe(200)

  first.launcher.kill('SIGKILL')
  expect(await first.exit).not.toBe(0)
  await expect.poll(() => findFreePorts(port, 5)).toBe(port)
  const next = startLauncher()
  expect(await next.outcome).toContain(`Ready on http://localhost:${port}`)
  expect(await isServing()).toBe(true)
  next.launcher.kill('SIGINT')
  expect(await next.exit).toBe(0)
  expect(await findFreePorts(port, 5)).toBe(port)
})

test('a server that cannot start is not restarted', async () => {
  const first = startLauncher({ NODE_ENV: 'production', SECRET_KEY: Buffer.alloc(32).toString('base64') })
  expect(await first.exit).toBe(1)
  const output = await first.outcome
  expect(output.match(/The server can't start:/g)).toHaveLength(1)
  expect(output).toContain('SECRET_KEY is not random')
  expect(output).toContain('REMITA_API_KEY is missing')
  expect(output).toContain('DATABASE_URL is missing: production names a PostgreSQL of its own')
})
