// Three PostgreSQL servers under Patroni and etcd with deploy/patroni.yml, each a machine of its own that can fail.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { listProcessTree, signalAll, waitForExit } from '../faults/processes.ts'
import { freePort } from '../simulators/free-ports.ts'
import { buildUrl, createRoles, runAsAdministrator } from './external-postgres.ts'
import { deployDirectory } from './haproxy.ts'
import {
  createDirectory,
  getPostgresPrograms,
  getProgram,
  runUnprivileged,
  startProgram,
  waitUntil,
} from './programs.ts'

interface Machine {
  name: string
  port: number
  restPort: number
  data: string
  config: string
  /** Process ids of Patroni and of PostgreSQL. */
  patroni: number
  postgres(): number[]
}

export interface PatroniCluster {
  /** For deploy/haproxy-postgres.cfg. */
  haproxyEnv: Record<string, string>
  url: string
  ownerUrl: string
  findLeader(): Promise<Machine>
  /** Waits until one leads, two follow, and one of them is synchronous. */
  waitUntilWhole(): Promise<void>
  /** kill -9 of everything on that machine. */
  killMachine(machine: Machine): Promise<void>
  killPostgres(machine: Machine): void
  freeze(machine: Machine): void
  thaw(machine: Machine): void
  restart(machine: Machine): void
  switchOver(from: Machine): Promise<void>
  stop(): Promise<void>
}

export const patroniPrograms = ['patroni', 'etcd', 'pg_controldata', 'haproxy']

export async function startPatroniCluster(): Promise<PatroniCluster> {
  assertPatroniHoldsItsKey(runUnprivileged(getProgram('patroni'), ['--version']))
  const directory = createDirectory('patroni')
  const etcd = await startEtcd(directory)
  const machines: Machine[] = []
  for (const name of ['db-1', 'db-2', 'db-3']) machines.push(await createMachine(directory, name, etcd.port))
  const listenPort = await freePort()
  const haproxyEnv: Record<string, string> = { LISTEN_POSTGRES: `127.0.0.1:${listenPort}` }
  for (const [index, { port, restPort }] of machines.entries()) {
    haproxyEnv[`POSTGRES_${index + 1}`] = `127.0.0.1:${port}`
    haproxyEnv[`PATRONI_${index + 1}`] = String(restPort)
  }
  const start = (machine: Machine) => {
    const { child } = startProgram(getProgram('patroni'), [machine.config], { env: { HOME: directory } })
    machine.patroni = child.pid ?? 0
  }
  const findLeader = async () => {
    for (const machine of machines) if ((await fetchRole(machine)) === 'primary') return machine
    throw new Error('No machine leads.')
  }
  async function isWhole(): Promise<boolean> {
    const { members } = await fetchCluster(await findLeader())
    const count = (role: string, state: string) =>
      members.filter((one) => one.role === role && ['running', state].includes(one.state)).length
    const replicas = count('replica', 'streaming') + count('sync_standby', 'streaming')
    return count('leader', 'running') === 1 && replicas === 2 && count('sync_standby', 'streaming') === 1
  }
  const waitUntilWhole = () => waitUntil('all three machines work', isWhole, 120_000)
  const listProcesses = (machine: Machine) =>
    machine.patroni > 0 ? [...listProcessTree(machine.patroni), ...machine.postgres()] : []

  async function stop() {
    const pids = [...machines.flatMap(listProcesses), ...listProcessTree(etcd.pid)]
    signalAll(pids, 'SIGCONT')
    signalAll(pids, 'SIGKILL')
    await waitForExit(pids)
    rmSync(directory, { recursive: true, force: true })
  }

  try {
    for (const machine of machines) start(machine)
    await waitUntilWhole()
    const leader = await findLeader()
    await createRoles((statement) => runAsAdministrator(leader.port, statement))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    haproxyEnv,
    url: buildUrl(listenPort, 'portal_app'),
    ownerUrl: buildUrl(listenPort, 'portal_owner'),
    findLeader,
    waitUntilWhole,
    async killMachine(machine) {
      const pids = listProcesses(machine)
      signalAll(pids, 'SIGKILL')
      await waitForExit(pids)
    },
    killPostgres: (machine) => signalAll(machine.postgres(), 'SIGKILL'),
    freeze: (machine) => signalAll(listProcesses(machine), 'SIGSTOP'),
    thaw: (machine) => signalAll(listProcesses(machine), 'SIGCONT'),
    restart: start,
    async switchOver(from) {
      const response = await fetch(`http://127.0.0.1:${from.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from.name }),
      })
      if (!response.ok) throw new Error(`The switchover was refused: ${await response.text()}`)
    },
    stop,
  }
}

/** An older one overwrites a leader's key: a machine that freezes and thaws then loses acknowledged writes. */
export function assertPatroniHoldsItsKey(version: string): void {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? []
  if (Number(major) < 3 || (Number(major) === 3 && Number(minor) < 3))
    throw new Error(
      `Patroni must be 3.3 or newer, such as PGDG's (apt.postgresql.org): this machine has ${version.trim()}.`,
    )
}

async function startEtcd(directory: string): Promise<{ port: number; pid: number }> {
  const [port, peerPort] = [await freePort(), await freePort()]
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const { child } = startProgram(getProgram('etcd'), [
    ...['--name', 'etcd-1', '--data-dir', join(directory, 'etcd')],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd-1=${peer}`],
  ])
  await waitUntil('etcd is healthy', async () => (await fetch(`${client}/health`)).ok)
  return { port, pid: child.pid ?? 0 }
}

/** deploy/patroni.yml with this machine's addresses and without passwords and TLS. */
async function createMachine(directory: string, name: string, etcdPort: number): Promise<Machine> {
  const [port, restPort] = [await freePort(), await freePort()]
  const data = join(directory, name)
  const settings = parse(readFileSync(join(deployDirectory, 'patroni.yml'), 'utf8'))
  const listen = (own: number) => ({ listen: `127.0.0.1:${own}`, connect_address: `127.0.0.1:${own}` })
  settings.name = name
  settings.restapi = listen(restPort)
  settings.etcd3 = { hosts: `127.0.0.1:${etcdPort}` }
  settings.watchdog.mode = 'off'
  settings.bootstrap.dcs.postgresql.parameters.archive_mode = 'off'
  Object.assign(settings.postgresql, listen(port), {
    data_dir: data,
    bin_dir: getPostgresPrograms(),
    pgpass: join(directory, `pgpass-${name}`),
    pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    parameters: { unix_socket_directories: directory },
  })
  for (const user of Object.values<{ password?: string }>(settings.postgresql.authentication)) user.password = 'unused'
  const config = join(directory, `${name}.yml`)
  // Patroni reads YAML 1.1, in which a bare `on` is no text.
  writeFileSync(config, stringify(settings, { version: '1.1' }))
  return { name, port, restPort, data, config, patroni: 0, postgres: () => listPostgres(data) }
}

function listPostgres(data: string): number[] {
  try {
    return listProcessTree(Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10))
  } catch {
    return []
  }
}

async function fetchRole({ restPort }: Machine): Promise<string | undefined> {
  const request = fetch(`http://127.0.0.1:${restPort}/primary`, { signal: AbortSignal.timeout(1_000) })
  return request.then(
    ({ status }) => (status === 200 ? 'primary' : 'other'),
    () => undefined,
  )
}

async function fetchCluster({ restPort }: Machine): Promise<{ members: { role: string; state: string }[] }> {
  const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(2_000) })
  return (await response.json()) as { members: { role: string; state: string }[] }
}
