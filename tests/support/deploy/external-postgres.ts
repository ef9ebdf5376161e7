// A PostgreSQL of Debian's package that listens on a port, with the portal's two roles.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { stopProcess } from '../faults/child-processes.ts'
import { freePort } from '../simulators/free-ports.ts'
import { createDirectory, getPostgresPrograms, runUnprivileged, startProgram, waitUntil } from './programs.ts'

export interface ExternalPostgres {
  port: number
  /** As the server's role. */
  url: string
  ownerUrl: string
  /** As PostgreSQL's administrator. */
  run(statement: string): Promise<void>
  stop(): Promise<void>
}

export const buildUrl = (port: number, role: string, database = 'portal') =>
  `postgresql://${role}@127.0.0.1:${port}/${database}`

export async function startExternalPostgres(settings: string[] = []): Promise<ExternalPostgres> {
  const directory = createDirectory('postgres')
  const data = join(directory, 'data')
  const port = await freePort()
  const programs = getPostgresPrograms()
  runUnprivileged(join(programs, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ])
  const options = [`unix_socket_directories=${directory}`, 'max_connections=150', ...settings]
  const { child } = startProgram(join(programs, 'postgres'), [
    ...['-D', data, '-p', String(port), '-h', '127.0.0.1'],
    ...options.flatMap((option) => ['-c', option]),
  ])
  const run = (statement: string) => runAsAdministrator(port, statement)
  await waitUntil('PostgreSQL accepts connections', () => run('select 1').then(() => true))
  await createRoles(run)
  return {
    port,
    url: buildUrl(port, 'portal_app'),
    ownerUrl: buildUrl(port, 'portal_owner'),
    run,
    async stop() {
      await stopProcess(child, 'SIGINT')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** As docs/operations.md says. */
export async function createRoles(run: (statement: string) => Promise<void>, password = 'unused'): Promise<void> {
  await run(`create role portal_owner login password '${password}'`)
  await run(`create role portal_app login password '${password}'`)
  await run('create database portal owner portal_owner')
}

/** Makes the database one that only reads, or ends that. @param run as administrator, in another database */
export async function setReadOnly(run: ExternalPostgres['run'], isReadOnly: boolean): Promise<void> {
  await run(`alter database portal set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  // As a failover: connections end, and the next ones reach a database that only reads.
  if (isReadOnly) await run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'portal_app'`)
}

export const runAsAdministrator = (port: number, statement: string): Promise<void> =>
  runOn(buildUrl(port, 'postgres', 'postgres'), statement)

export async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    query_timeout: 10_000,
  })
  client.on('error', () => {})
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
