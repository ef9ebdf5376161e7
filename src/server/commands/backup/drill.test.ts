// Drills: a backup counts when it has been restored.
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { explainStartError } from '#server/database/errors.ts'
import { readDrills } from '#server/domain/backup-drills.ts'
import { openLocalFileStore } from '#server/providers/files/store/local-store.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createReadyApplicant, insertFileRow } from '#tests/support/fixtures/applicants.ts'
import { startDatabaseProxy } from '#tests/support/postgres/database-proxy.ts'
import { replaceDatabaseName, runAsAdmin } from '#tests/support/postgres/postgres-admin.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { makeBackup } from './make-backup.ts'
import { runDrill } from './run-drill.ts'

const madeAt = new Date('2024-11-21T03:00:00Z')
let folder: string
let api: TestApi
let applicantId: string
let ownerUrl: string
let scratchUrl: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-drill-'))
  api = await startApi({ jobs: 'waiting' })
  applicantId = (await createReadyApplicant(api)).id
  ownerUrl = (await createTestDatabase()).url
  const name = `${new URL(ownerUrl).pathname.slice(1)}_drill`
  await runAsAdmin(ownerUrl, `create database ${name}`)
  scratchUrl = replaceDatabaseName(ownerUrl, name)
  path = join(folder, 'portal.tar')
  const files = await openLocalFileStore(join(api.config.dataDir, 'files'))
  await makeBackup({ database: api.database, files, clock: () => madeAt }, path)
})
afterAll(async () => {
  await runAsAdmin(ownerUrl, `drop database ${new URL(scratchUrl).pathname.slice(1)}`)
  await api.close()
  await rm(folder, { recursive: true })
})

const readMetrics = async () => {
  const text = await (await api.fetch('/metrics')).text()
  return Object.fromEntries(
    [...text.matchAll(/^portal_(backup_\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  )
}
const countTables = (url: string) =>
  runAsAdmin(url, `select from pg_tables where schemaname = 'public'`).then((rows) => rows.length)

test('before the first drill no backup counts', async () => {
  expect(await readMetrics()).toEqual({ backup_restored_timestamp_seconds: 0, backup_drill_failed: 0 })
})

test('a drill restores the backup into the scratch database, says so, and leaves nothing there', async () => {
  const { rows } = await runDrill(api.database, scratchUrl, path)
  expect(rows).toBeGreaterThan(5)
  expect(await readDrills(api.database.pool)).toMatchObject({
    newest: { madeAt, rows, failure: null },
    restored: { madeAt },
  })
  expect(await readMetrics()).toEqual({
    backup_restored_timestamp_seconds: madeAt.getTime() / 1000,
    backup_drill_failed: 0,
  })
  expect(await countTables(scratchUrl)).toBe(0)
})

test('a backup that lacks a file is a failed drill', async () => {
  const file = await insertFileRow(api, applicantId)
  const incomplete = join(folder, 'incomplete.tar')
  const files = await openLocalFileStore(join(api.config.dataDir, 'files'))
  await makeBackup({ database: api.database, files, clock: () => madeAt }, incomplete)
  await expect(runDrill(api.database, scratchUrl, incomplete)).rejects.toThrow('This backup lacks 1 file.')
  expect((await readMetrics()).backup_drill_failed).toBe(1)
  await api.database.pool.query('delete from files where id = $1', [file])
})

test('a scratch database whose connection is cut is a failed drill', async () => {
  const proxy = await startDatabaseProxy(scratchUrl)
  proxy.cutBefore('drop schema')
  await expect(runDrill(api.database, proxy.url, path)).rejects.toThrow('Connection terminated unexpectedly')
  await proxy.close()
  expect((await readMetrics()).backup_drill_failed).toBe(1)
})

test('a backup that is cut short is a failed drill, and the last good one still counts', async () => {
  await truncate(path, (await readFile(path)).length / 2)
  await expect(runDrill(api.database, scratchUrl, path)).rejects.toThrow('This backup is cut short.')
  expect(await readDrills(api.database.pool)).toMatchObject({
    newest: { madeAt: null, failure: expect.stringContaining('This backup is cut short') },
    restored: { madeAt },
  })
  expect(await readMetrics()).toMatchObject({
    backup_restored_timestamp_seconds: madeAt.getTime() / 1000,
    backup_drill_failed: 1,
  })
})

test("what keeps a backup from being restored is said also while the portal's database is away", async () => {
  const away = connect('postgresql://portal@127.0.0.1:1/portal')
  const failure = await runDrill(away, scratchUrl, path).catch(explainStartError)
  expect(failure).toMatch(
    /^This backup is cut short: .*\nThis could not be saved in the portal's database: .*ECONNREFUSED/,
  )
  await away.close()
})

test("the portal's own database is never the scratch database", async () => {
  const tables = await countTables(ownerUrl)
  await expect(runDrill(api.database, ownerUrl, path)).rejects.toThrow('whose name ends in _drill')
  expect(await countTables(ownerUrl)).toBe(tables)
})
