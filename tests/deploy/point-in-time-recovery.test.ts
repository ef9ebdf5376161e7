// A base backup and the archived WAL restore the database as it was before a mistake, as docs/operations.md describes.
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { buildUrl, runAsAdministrator, startExternalPostgres } from '#tests/support/deploy/external-postgres.ts'
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

const missing = explainMissing('pg_controldata', 'pg_basebackup')
const directory = missing ? '' : createDirectory('recovery')
afterAll(() => {
  if (directory) rmSync(directory, { recursive: true, force: true })
})

test.skipIf(missing)(
  'rows that were removed by mistake are there again, with all that was committed before',
  async () => {
    const archive = join(directory, 'archive')
    const base = join(directory, 'base')
    runUnprivileged('mkdir', [archive])
    const postgres = await startExternalPostgres([
      'archive_mode=on',
      `archive_command=cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
    ])
    onTestFinished(() => postgres.stop())
    const read = (port: number) => runAsAdmin(buildUrl(port, 'postgres'), 'select text from notes order by text')
    const write = (statement: string) => runAsAdmin(postgres.ownerUrl, statement)
    await write('create table notes (text text)')
    await write(`insert into notes values ('before the backup')`)
    runUnprivileged(join(getPostgresPrograms(), 'pg_basebackup'), [
      ...['-h', '127.0.0.1', '-p', String(postgres.port), '-U', 'postgres'],
      ...['-D', base, '-X', 'none', '-c', 'fast'],
    ])
    await write(`insert into notes values ('after the backup')`)
    const [moment] = await write('select clock_timestamp()::text as at')
    await write('delete from notes')
    await postgres.run('select pg_switch_wal()')
    await waitUntil('the log is archived', async () => {
      const [row] = await runAsAdmin<{ done: boolean }>(
        postgres.ownerUrl,
        'select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 16777216) as done from pg_stat_archiver',
      )
      return row?.done === true
    })

    const port = await freePort()
    appendFileSync(
      join(base, 'postgresql.auto.conf'),
      [
        `restore_command = 'cp ${archive}/%f %p'`,
        `recovery_target_time = '${(moment as { at: string }).at}'`,
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
    expect(await read(port)).toEqual([{ text: 'after the backup' }, { text: 'before the backup' }])
    expect(await read(postgres.port)).toEqual([])
  },
  120_000,
)
