// `npm start` itself: told twice, killed, and stopped. No browser is needed.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { findFreePorts } from '#tests/support/simulators/free-ports.ts'

// One directory for all tests here, one test after the other: making a database is what takes time.
test.describe.configure({ mode: 'default' })

let dataDir: string
let port: number
let launchers: ChildProcess[]

test.beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-starts-'))
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

/** Runs `npm start`'s script; `outcome` is all that it printed once it is ready or has ended. */
function npmStart() {
  const launcher = fork('tools/start.mjs', {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  launchers.push(launcher)
  const exit = once(launcher, 'exit').then(([code]) => code as number | null)
  const outcome = new Promise<string>((resolve) => {
    let printed = ''
    const listen = (chunk: Buffer) => {
      printed += chunk
      if (/^Ready on .*\n/m.test(printed)) resolve(printed)
    }
    launcher.stdout?.on('data', listen)
    launcher.stderr?.on('data', listen)
    void exit.then(() => resolve(printed))
  })
  return { launcher, exit, outcome }
}

const isServing = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** The server is the process that PostgreSQL's postmaster was started by. */
function serverPid(): number {
  const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)
  return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${postmaster}/status`, 'utf8'))?.[1])
}

test('its last line says where it is, and being told to stop it stops everything', async () => {
  const first = npmStart()
  const printed = await first.outcome
  expect(printed.trimEnd().split('\n').at(-1)).toBe(`Ready on http://localhost:${port}`)
  expect(await isServing()).toBe(true)

  first.launcher.kill('SIGINT')
  expect(await first.exit).toBe(0)
  expect(await findFreePorts(port, 5)).toBe(port)
})

test('a second one on the same data says that the first is running, which goes on', async () => {
  const first = npmStart()
  await first.outcome
  const second = npmStart()
  expect(await second.exit).toBe(1)
  expect(await second.outcome).toContain('The portal is already running with the data in')
  expect(await second.outcome).toContain(`http://localhost:${port} (process ${first.launcher.pid})`)
  expect(await isServing()).toBe(true)
})

test('a port that is taken is told in a sentence', async () => {
  const other = createServer().listen(port + 2, '127.0.0.1')
  await once(other, 'listening')
  const first = npmStart()
  expect(await first.exit).toBe(1)
  expect(await first.outcome).toContain(`Port ${port + 2} (the NIN simulator, PORT+2) is in use by another program.`)
  other.close()
})

for (const [name, victim] of [
  ['server', serverPid],
  ['launcher', () => launchers[0]?.pid ?? 0],
] as const) {
  test(`a killed ${name} leaves nothing that blocks the next start`, async () => {
    test.skip(process.platform !== 'linux', 'the processes are found in /proc')
    const first = npmStart()
    await first.outcome
    process.kill(victim(), 'SIGKILL')
    expect(await first.exit).not.toBe(0)
    await expect.poll(() => findFreePorts(port, 5)).toBe(port)

    const next = npmStart()
    expect(await next.outcome).toContain(`Ready on http://localhost:${port}`)
    expect(await isServing()).toBe(true)
  })
}
