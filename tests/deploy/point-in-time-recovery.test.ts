// Copies of the database and its archived log restore it as it was before a mistake, as docs/operations.md describes.
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  buildUrl,
  type ExternalPostgres,
  runAsAdministrator,
  startExternalPostgres,
} from '#tests/support/deploy/external-postgres.ts'
import { deployDirectory } from '#tests/support/deploy/haproxy.ts'
import {
  createDirectory,
  explainMissing,
  getPostgresPrograms,
  runUnprivileged,
  startProgram,
  waitUntil,
} from '#tests/support/deploy/programs.ts'
import { stopProcess } from '#tests/support/faults/child-processes.ts'
import { runAsAdmin } from '#tests/support/postgres/postgres-admin.ts'
import { freePort } from '#tests/support/simulators/free-ports.ts'

const missing = explainMissing('pg_controldata', 'pg_basebackup', 'pg_archivecleanup', 'rsync')
const directory = missing ? '' : createDirectory('recovery')
const archive = join(directory, 'wal')
afterAll(() => {
  if (directory) rmSync(directory, { recursive: true, force: true })
})

/** The command of patroni.yml, with an archive on this machine. */
function readArchiveCommand(): string {
  const [, command = ''] =
    /archive_command: (.*)/.exec(readFileSync(join(deployDirectory, 'patroni.yml'), 'utf8')) ?? []
  return command.replace('portal-backup:/var/backups/portal-database/wal', archive)
}

/** Ends the present piece of the log. @returns its name, when it is in the archive */
async function archiveLog({ port }: ExternalPostgres): Promise<string> {
  const url = buildUrl(port, 'postgres')
  // A piece without a record, as just after a copy, would not be ended.
  await runAsAdmin(url, `select pg_create_restore_point('end')`)
  const [row] = await runAsAdmin<{ name: string }>(url, 'select pg_walfile_name(pg_switch_wal()) as name')
  const name = row?.name ?? ''
  await waitUntil('the log is archived', () => existsSync(join(archive, name)))
  return name
}

function copyDatabase({ port }: ExternalPostgres): void {
  const settings = {
    PATH: `${getPostgresPrograms()}:${process.env.PATH}`,
    BASE_CONNECTION: `host=127.0.0.1 port=${port} user=postgres`,
    BASE_DIR: directory,
    BASE_COUNT: '2',
    WAL_ARCHIVE: archive,
  }
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  runUnprivileged('env', [...assignments, join(deployDirectory, 'backup/base-backup.sh')])
}
const listCopies = () => readdirSync(directory).filter((name) => name.startsWith('base-'))

/** Restores a copy, with the log until the moment, and starts it. @returns its port */
async function restore(base: string, moment: string): Promise<number> {
  const port = await freePort()
  appendFileSync(
    join(base, 'postgresql.auto.conf'),
    [
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${moment}'`,
      `recovery_target_action = 'promote'`,
      '',
    ].join('\n'),
  )
  runUnprivileged('touch', [join(base, 'recovery.signal')])
  const { child, output } = startProgram(join(getPostgresPrograms(), 'postgres'), [
    ...['-D', base, '-p', String(port), '-h', '127.0.0.1', '-c', `unix_socket_directories=${directory}`],
    ...['-c', 'archive_mode=off', '-c', 'max_connections=150'],
  ])
  onTestFinished(async () => void (await stopProcess(child, 'SIGINT')))
  await waitUntil('the restored database accepts writes', () =>
    runAsAdministrator(port, 'create temp table written ()').then(() => true),
  ).catch((error: Error) => {
    throw new Error(`${error.message}\n${output()}`)
  })
  return port
}

test.skipIf(missing)(
  'rows that were removed by mistake are restored from the oldest copy, and what is older than it goes',
  async () => {
    runUnprivileged('mkdir', [archive])
    const postgres = await startExternalPostgres(['archive_mode=on', `archive_command=${readArchiveCommand()}`])
    onTestFinished(() => postgres.stop())
    const read = (port: number) => runAsAdmin(buildUrl(port, 'postgres'), 'select text from notes order by text')
    const write = (statement: string) => runAsAdmin(postgres.ownerUrl, statement)
    await write('create table notes (text text)')
    copyDatabase(postgres)
    const [first = ''] = listCopies()
    const oldPiece = await archiveLog(postgres)
    await write(`insert into notes values ('after the first copy')`)
    copyDatabase(postgres)
    await write(`insert into notes values ('after the second copy')`)
    copyDatabase(postgres)
    const copies = listCopies()
    expect(copies).toHaveLength(2)
    expect(copies).not.toContain(first)
    expect(existsSync(join(archive, oldPiece))).toBe(false)

    const [moment] = await runAsAdmin<{ at: string }>(postgres.ownerUrl, 'select clock_timestamp()::text as at')
    await write('delete from notes')
    await archiveLog(postgres)
    const port = await restore(join(directory, copies[0] ?? ''), moment?.at ?? '')
    expect(await read(port)).toEqual([{ text: 'after the first copy' }, { text: 'after the second copy' }])
    expect(await read(postgres.port)).toEqual([])
  },
  120_000,
)

test.skipIf(missing)('a copy that fails leaves nothing that looks like one, and removes none', () => {
  const before = listCopies()
  expect(() => copyDatabase({ port: 9 } as ExternalPostgres)).toThrow()
  expect(listCopies()).toEqual(before)
})
