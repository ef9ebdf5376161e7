// Three PostgreSQL servers under Patroni with deploy/patroni.yml, with TLS and passwords, each with its member of etcd a
// machine that can fail.
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { listProcessTree, signalAll, waitForExit } from '../faults/processes.ts'
import { freePort } from '../simulators/free-ports.ts'
import { createRoles, runOn } from './external-postgres.ts'
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
  etcd: EtcdMember
  /** Process ids of Patroni and of PostgreSQL. */
  patroni: number
  postgres(): number[]
}

export interface PatroniCluster {
  /** For deploy/haproxy-postgres.cfg. */
  haproxyEnv: Record<string, string>
  url: string
  ownerUrl: string
  administratorUrl: string
  findLeader(): Promise<Machine>
  /** The machine without which the leader acknowledges nothing, until Patroni names another. */
  findSynchronousStandby(): Promise<Machine>
  /** Waits until one leads, two follow, and one of them is synchronous. */
  waitUntilWhole(): Promise<void>
  /** kill -9 of everything on that machine. */
  killMachine(machine: Machine): Promise<void>
  killPostgres(machine: Machine): void
  /** Makes this machine's member of etcd its leader. */
  leadEtcdFrom(machine: Machine): void
  /** What deploy/etcd-leader.sh does on each machine every ten seconds. @returns the machine of etcd's leader then */
  moveEtcdLeader(): Machine | undefined
  freeze(machine: Machine): void
  thaw(machine: Machine): void
  restart(machine: Machine): void
  switchOver(from: Machine): Promise<void>
  stop(): Promise<void>
}

export const patroniPrograms = ['patroni', 'etcd', 'etcdctl', 'pg_controldata', 'haproxy', 'openssl', 'curl']

/** Of all users, here. */
const password = randomBytes(12).toString('hex')

interface EtcdMember {
  client: string
  args: string[]
  pid: number
}

export async function startPatroniCluster(): Promise<PatroniCluster> {
  assertPatroniHoldsItsKey(runUnprivileged(getProgram('patroni'), ['--version']))
  const directory = createDirectory('patroni')
  createCertificate(directory)
  const members = await createEtcd(directory)
  const machines: Machine[] = []
  for (const member of members)
    machines.push(await createMachine(directory, `db-${machines.length + 1}`, member, members))
  const listenPort = await freePort()
  const haproxyEnv: Record<string, string> = { LISTEN_POSTGRES: `127.0.0.1:${listenPort}` }
  for (const [index, { port, restPort }] of machines.entries()) {
    haproxyEnv[`POSTGRES_${index + 1}`] = `127.0.0.1:${port}`
    haproxyEnv[`PATRONI_${index + 1}`] = String(restPort)
  }
  const startMember = ({ etcd }: Machine) => {
    etcd.pid = startProgram(getProgram('etcd'), etcd.args).child.pid ?? 0
  }
  const start = (machine: Machine) => {
    const { child } = startProgram(getProgram('patroni'), [machine.config], { env: { HOME: directory } })
    machine.patroni = child.pid ?? 0
  }
  const buildUrl = (port: number, role: string, database = 'portal') =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/${database}?sslmode=verify-full&sslrootcert=${directory}/ca.crt`
  const findLeader = async () => {
    for (const machine of machines) if ((await fetchRole(machine)) === 'primary') return machine
    throw new Error('No machine leads.')
  }
  async function findSynchronousStandby(): Promise<Machine> {
    const { members } = await fetchCluster(await findLeader())
    const standby = members.find(({ role }) => role === 'sync_standby')
    const machine = machines.find(({ name }) => name === standby?.name)
    if (!machine) throw new Error('No standby is synchronous.')
    return machine
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
    machine.patroni > 0
      ? [...listProcessTree(machine.patroni), ...machine.postgres(), ...listProcessTree(machine.etcd.pid)]
      : []

  async function stop() {
    const pids = machines.flatMap(listProcesses)
    signalAll(pids, 'SIGCONT')
    signalAll(pids, 'SIGKILL')
    await waitForExit(pids)
    rmSync(directory, { recursive: true, force: true })
  }

  try {
    for (const machine of machines) startMember(machine)
    await protectEtcd(directory, members)
    for (const machine of machines) start(machine)
    await waitUntilWhole()
    const leader = await findLeader()
    const url = buildUrl(leader.port, 'postgres', 'postgres')
    await createRoles((statement) => runOn(url, statement), password)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    haproxyEnv,
    findSynchronousStandby,
    url: buildUrl(listenPort, 'portal_app'),
    ownerUrl: buildUrl(listenPort, 'portal_owner'),
    administratorUrl: buildUrl(listenPort, 'postgres', 'postgres'),
    findLeader,
    waitUntilWhole,
    async killMachine(machine) {
      const pids = listProcesses(machine)
      signalAll(pids, 'SIGKILL')
      await waitForExit(pids)
    },
    killPostgres: (machine) => signalAll(machine.postgres(), 'SIGKILL'),
    leadEtcdFrom: ({ etcd }) => leadEtcdFrom(directory, members, etcd),
    moveEtcdLeader() {
      for (const machine of machines) moveEtcdLeader(directory, members, machine)
      const leader = findEtcdLeader(directory, members)
      return machines.find(({ etcd }) => etcd.client === leader.address)
    },
    freeze: (machine) => signalAll(listProcesses(machine), 'SIGSTOP'),
    thaw: (machine) => signalAll(listProcesses(machine), 'SIGCONT'),
    restart(machine) {
      startMember(machine)
      start(machine)
    },
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

/** One certificate for all, of a CA in the directory: they share an address. */
function createCertificate(directory: string): void {
  const file = (name: string) => join(directory, name)
  const openssl = (...args: string[]) => runUnprivileged(getProgram('openssl'), args)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const usage = ['-addext', 'keyUsage=critical,keyCertSign']
  openssl('req', '-x509', ...key, '-subj', '/CN=ca', ...usage, '-keyout', file('ca.key'), '-out', file('ca.crt'))
  openssl('req', ...key, '-subj', '/CN=db', '-keyout', file('server.key'), '-out', file('server.csr'))
  writeFileSync(file('names'), 'subjectAltName=IP:127.0.0.1\n')
  const ca = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial', '-extfile', file('names')]
  openssl('x509', '-req', '-in', file('server.csr'), ...ca, '-out', file('server.crt'))
}

/** Three members, as docs/three-machines.md has them. */
async function createEtcd(directory: string): Promise<EtcdMember[]> {
  const addresses: { name: string; client: string; peer: string }[] = []
  for (const n of [1, 2, 3]) {
    const [client, peer] = [`https://127.0.0.1:${await freePort()}`, `https://127.0.0.1:${await freePort()}`]
    addresses.push({ name: `etcd-${n}`, client, peer })
  }
  const cluster = addresses.map(({ name, peer }) => `${name}=${peer}`).join(',')
  const [cert, key] = [join(directory, 'server.crt'), join(directory, 'server.key')]
  return addresses.map(({ name, client, peer }) => ({
    client,
    pid: 0,
    args: [
      ...['--name', name, '--data-dir', join(directory, name), '--initial-cluster', cluster],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--cert-file', cert, '--key-file', key, '--peer-cert-file', cert, '--peer-key-file', key],
      ...['--peer-client-cert-auth', '--peer-trusted-ca-file', join(directory, 'ca.crt')],
    ],
  }))
}

function openEtcdctl(directory: string, members: readonly EtcdMember[]) {
  const addresses = members.map(({ client }) => client).join(',')
  const args = ['ETCDCTL_API=3', getProgram('etcdctl'), `--endpoints=${addresses}`, `--cacert=${directory}/ca.crt`]
  return (line: string) => runUnprivileged('env', [...args, ...line.split(' ')])
}

interface EtcdState {
  address: string
  id: string
  leads: boolean
}

function readEtcdStates(directory: string, members: readonly EtcdMember[]): EtcdState[] {
  const lines = openEtcdctl(directory, members)('endpoint status').trim().split('\n')
  return lines.map((line) => {
    const [address = '', id = '', , , leads] = line.split(', ')
    return { address, id, leads: leads === 'true' }
  })
}

function findEtcdLeader(directory: string, members: readonly EtcdMember[]): EtcdState {
  const leader = readEtcdStates(directory, members).find(({ leads }) => leads)
  if (!leader) throw new Error('etcd has no leader.')
  return leader
}

function leadEtcdFrom(directory: string, members: readonly EtcdMember[], { client }: EtcdMember): void {
  const states = readEtcdStates(directory, members)
  const own = states.find(({ address }) => address === client)
  if (!own || own.leads) return
  const leader = members.filter((member) => states.some(({ address, leads }) => leads && address === member.client))
  openEtcdctl(directory, leader)(`move-leader ${own.id}`)
}

function moveEtcdLeader(directory: string, members: readonly EtcdMember[], { etcd, restPort }: Machine): void {
  const others = members.filter((member) => member !== etcd)
  const env = [
    `ETCD_MEMBERS=${[etcd, ...others].map(({ client }) => client).join(',')}`,
    `ETCD_CA=${join(directory, 'ca.crt')}`,
    `PATRONI_URL=http://127.0.0.1:${restPort}`,
  ]
  runUnprivileged('env', [...env, 'bash', '-c', readFileSync(join(deployDirectory, 'etcd-leader.sh'), 'utf8')])
}

/** Passwords, and a role that may change Patroni's keys only. */
async function protectEtcd(directory: string, members: readonly EtcdMember[]): Promise<void> {
  const etcdctl = openEtcdctl(directory, members)
  await waitUntil('etcd is healthy', () => etcdctl('endpoint health') !== undefined)
  for (const line of [
    `user add root:${password}`,
    'user grant-role root root',
    'role add patroni',
    'role grant-permission patroni --prefix=true readwrite /service/',
    `user add patroni:${password}`,
    'user grant-role patroni patroni',
    'auth enable',
  ])
    etcdctl(line)
}

/** deploy/patroni.yml with this machine's addresses, certificate and passwords. */
async function createMachine(
  directory: string,
  name: string,
  etcd: EtcdMember,
  members: readonly EtcdMember[],
): Promise<Machine> {
  const [port, restPort] = [await freePort(), await freePort()]
  const data = join(directory, name)
  const settings = parse(readFileSync(join(deployDirectory, 'patroni.yml'), 'utf8'))
  const listen = (own: number) => ({ listen: `127.0.0.1:${own}`, connect_address: `127.0.0.1:${own}` })
  settings.name = name
  settings.restapi = listen(restPort)
  const hosts = members.map(({ client }) => new URL(client).host).join(',')
  Object.assign(settings.etcd3, { hosts, cacert: join(directory, 'ca.crt'), password })
  settings.watchdog.mode = 'off'
  settings.bootstrap.dcs.postgresql.parameters.archive_mode = 'off'
  Object.assign(settings.postgresql, listen(port), {
    data_dir: data,
    bin_dir: getPostgresPrograms(),
    pgpass: join(directory, `pgpass-${name}`),
    pg_hba: settings.postgresql.pg_hba.map((line: string) => line.replace('10.0.0.0/24', '127.0.0.1/32')),
    parameters: {
      ...settings.postgresql.parameters,
      ssl_cert_file: join(directory, 'server.crt'),
      ssl_key_file: join(directory, 'server.key'),
      unix_socket_directories: directory,
    },
  })
  for (const user of Object.values<{ password?: string }>(settings.postgresql.authentication)) user.password = password
  const config = join(directory, `${name}.yml`)
  // Patroni reads YAML 1.1, in which a bare `on` is no text.
  writeFileSync(config, stringify(settings, { version: '1.1' }))
  return { name, port, restPort, data, config, etcd, patroni: 0, postgres: () => listPostgres(data) }
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

interface Cluster {
  members: { name: string; role: string; state: string }[]
}

async function fetchCluster({ restPort }: Machine): Promise<Cluster> {
  const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(2_000) })
  return (await response.json()) as Cluster
}
