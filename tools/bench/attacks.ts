// Attacks that cost a server work, one after the other, against the built server with production's settings. Prints the
// slowest /healthz of a calm period just before each attack and during it.
// `npm run bench -- attacks tags scans` runs the named ones. Settings: ATTACK_SECONDS (10), CALM_SECONDS (5).
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, type AttackName, attacks, loginName } from './attacks/attacks.ts'
import { createAttackFiles } from './attacks/files.ts'
import { trickleUploads } from './attacks/trickle.ts'
import { startFixture } from './fixture.ts'
import { openConnection } from './load/connection.ts'
import { readMemory } from './load/processes.ts'
import { type HealthMonitor, monitorHealth } from './spike/health.ts'
import { password } from './users.ts'

const attackMs = 1_000 * Number(process.env.ATTACK_SECONDS ?? 10)
const calmMs = 1_000 * Number(process.env.CALM_SECONDS ?? 5)
/** The goal on a quiet machine; on a busy one the calm period counts as well. */
const goalMs = 300
const busyFactor = 5
const healthIntervalMs = 50

const isAttack = (name: string): name is AttackName => name in attacks
const chosen = process.argv.length > 2 ? process.argv.slice(2).filter(isAttack) : (Object.keys(attacks) as AttackName[])

const fixture = await startFixture()
const { port, pid } = fixture.product
const health = monitorHealth(port, healthIntervalMs)
const [honest] = await fixture.createUsers('HONEST-', 1)
const files = await createAttackFiles()

try {
  console.log('attack'.padEnd(64), 'calm ms', 'attack ms', ' requests', ' answers')
  const outcomes: boolean[] = []
  for (const name of chosen) outcomes.push(await prepareAndRun(name))
  const isAlive = (await logIn(honest?.userId ?? '')) === 200
  const memory = readMemory(pid)
  console.log(`\nAfterwards an applicant ${isAlive ? 'logs in' : 'CANNOT log in'}.`)
  if (memory) console.log(`The server used ${memory.now} MB at the end and ${memory.max} MB at most.`)
  if (!isAlive || outcomes.includes(false)) process.exitCode = 1
} finally {
  await health.stop()
  await fixture.close()
}

/** Each attack has its own accounts, and limits that nobody has reached. */
async function prepareAndRun(name: AttackName): Promise<boolean> {
  await fixture.pool.query('truncate rate_limits')
  const users = await fixture.createUsers(`${name.toUpperCase()}-`, 60)
  return run(name, attacks[name]({ users, files }))
}

/** @returns whether the health check stayed quick */
async function run(name: AttackName, attack: Attack): Promise<boolean> {
  const calm = await measureHealth(health, () => sleep(calmMs))
  const statuses = new Map<string, number>()
  const slowest = await measureHealth(health, () => attackFor(attack, statuses))
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  const answers = [...statuses].sort().map(([status, count]) => `${count} × ${status}`)
  console.log(
    `${name}: ${attack.what}`.padEnd(64),
    calm.toFixed(0).padStart(7),
    slowest.toFixed(0).padStart(9),
    String(total).padStart(9),
    ` ${answers.join(', ')}`,
  )
  return slowest <= Math.max(goalMs, busyFactor * calm)
}

async function measureHealth(monitor: HealthMonitor, act: () => Promise<unknown>): Promise<number> {
  monitor.take()
  await act()
  // The check that is on its way belongs to this period, too.
  await sleep(2 * healthIntervalMs)
  return monitor.take()
}

/** Each connection sends its next request as soon as it has an answer. */
async function attackFor(attack: Attack, statuses: Map<string, number>): Promise<void> {
  const end = performance.now() + attackMs
  const add = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const trickle = attack.trickle && trickleUploads(port, attack.trickle, attackMs)
  let sent = 0
  await Promise.all(
    Array.from({ length: attack.connections }, async () => {
      while (performance.now() < end) {
        const connection = await openConnection(port).catch(() => null)
        while (connection?.isOpen() && performance.now() < end) {
          const reply = await connection.send(attack.next(sent++)).catch(() => null)
          add(reply ? String(reply.status) : 'closed')
          if (!reply) break
        }
        connection?.close()
      }
    }),
  )
  for (const status of (await trickle) ?? []) add(status)
}

async function logIn(userId: string): Promise<number> {
  const connection = await openConnection(port)
  const { status } = await connection.send({
    method: 'POST',
    path: loginName,
    body: JSON.stringify({ userId, password }),
  })
  connection.close()
  return status
}
