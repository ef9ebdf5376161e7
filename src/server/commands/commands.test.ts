// What the commands say and refuse; what they do is tested where it is done.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createReadyApplicant, insertFileRow } from '#tests/support/fixtures/applicants.ts'
import { findSocket } from '#tests/support/postgres/database-proxy.ts'
import { replaceDatabaseName, runAsAdmin } from '#tests/support/postgres/postgres-admin.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'
import { startTransactionPooler } from '#tests/support/postgres/transaction-pooler.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'
import { backupCommand } from './backup.ts'
import { executeCommand } from './command-line.ts'
import { drillCommand } from './drill.ts'
import { issueAccountsCommand } from './issue-accounts.ts'
import { migrateCommand } from './migrate.ts'
import { openFileStore } from './open-file-store.ts'
import { restoreCommand } from './restore.ts'
import { rotateKeysCommand } from './rotate-keys.ts'
import { withDatabase } from './with-database.ts'

const secretKey = Buffer.alloc(32, 'one').toString('base64')
let folder: string
let api: TestApi
let empty: TestDatabase
let settings: { DATABASE_URL: string; DATA_DIR: string; SECRET_KEY: string }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-commands-'))
  api = await startApi({ jobs: 'waiting', settings: { SECRET_KEY: secretKey } })
  empty = await createTestDatabase()
  settings = {
    DATABASE_URL: api.database.pool.options.connectionString ?? '',
    DATA_DIR: api.config.dataDir,
    SECRET_KEY: secretKey,
  }
  await createReadyApplicant(api)
})
afterAll(async () => {
  await api.close()
  await empty.drop()
  await rm(folder, { recursive: true })
})

type Command = Parameters<typeof executeCommand>[0]
const execute = (command: Command, args: string[], changes: Record<string, string | undefined> = {}) =>
  executeCommand(command, args, { ...settings, ...changes })
const elsewhere = () => ({ DATABASE_URL: empty.url, DATA_DIR: join(folder, 'data') })
const inFolder = (name: string) => join(folder, name)

test.each<[string, Command, string]>([
  ['backup', backupCommand, 'Say where the backup is to be written'],
  ['restore', restoreCommand, 'Say which backup is to be restored'],
  ['drill', drillCommand, 'Say which backup is to be tried'],
  ['issue-accounts', issueAccountsCommand, 'Say which file lists the applicants'],
])('%s without a file says what is missing', async (_name, command, message) => {
  expect(await execute(command, [])).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) })
})

test('a backup of an empty database is refused, because the address may be mistyped', async () => {
  const path = inFolder('empty.tar')
  expect(await execute(backupCommand, [path], elsewhere())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is nothing to save here.'),
  })
  expect(existsSync(path)).toBe(false)
})

test('backup, drill and restore say how much there was; of lost files twenty are named', async () => {
  const path = inFolder('whole.tar')
  const saved = await execute(backupCommand, [path])
  expect(saved.stdout).toMatch(/^Saved \d+ rows and \d+ files? in .*whole\.tar\.\nKeep SECRET_KEY elsewhere/)
  const name = `${new URL(empty.url).pathname.slice(1)}_drill`
  await runAsAdmin(empty.url, `create database ${name}`)
  expect((await execute(drillCommand, [path])).stderr).toContain('DRILL_DATABASE_URL is missing')
  const drill = await execute(drillCommand, [path], { DRILL_DATABASE_URL: replaceDatabaseName(empty.url, name) })
  expect(drill.stdout).toMatch(/^The backup of \d{4}-.*Z can be restored: \d+ rows and \d+ files?\.\n$/)
  await runAsAdmin(empty.url, `drop database ${name}`)
  const restored = await execute(restoreCommand, [path], elsewhere())
  expect(restored.stdout).toMatch(/^Restored \d+ rows and \d+ files?\. Start the server with the SECRET_KEY/)
  expect(restored.stdout.match(/\d+ rows/)?.[0]).toBe(saved.stdout.match(/\d+ rows/)?.[0])

  const { id } = await createReadyApplicant(api)
  for (let n = 0; n < 20; n++) await insertFileRow(api, id)
  const lost = (await execute(backupCommand, [inFolder('twenty.tar')])).stdout
  expect(lost).toContain('20 files that the database refers to were not found: ')
  expect([lost.match(/[\da-f-]{36}/g)?.length, lost.includes(' more')]).toEqual([20, false])
  await insertFileRow(api, id)
  const more = (await execute(backupCommand, [inFolder('more.tar')])).stdout
  expect([more.match(/[\da-f-]{36}/g)?.length, more.includes(', and 1 more\n')]).toEqual([20, true])
}, 60_000)

test('applicants are issued accounts from a list, all or none', async () => {
  const header = 'surname,first name,middle name,email,phone,date of birth,gender,state,LGA,school,department,role'
  const line = (email: string, lga = 'Zaria') =>
    `Bello,Amina,,${email},08031234567,1985-06-15,f,Kaduna,${lga},Technology,Computer Science,Lecturer I`
  const list = inFolder('list.csv')
  await writeFile(list, [header, line('first@example.org'), line('second@example.org', 'Nowhere')].join('\n'))
  const refused = await execute(issueAccountsCommand, [list])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^Nothing was issued, because the list has errors:\nline 3, /)
  await writeFile(list, [header, line('first@example.org'), line('second@example.org')].join('\n'))
  expect((await execute(issueAccountsCommand, [list], { SECRET_KEY: '', NODE_ENV: 'production' })).stderr).toBe(
    'SECRET_KEY is missing.\n',
  )
  const unprepared = await createTestDatabase()
  expect((await execute(issueAccountsCommand, [list], { DATABASE_URL: unprepared.url })).stderr).toBe(
    'There is no exercise yet: prepare the first one in the staff pages.\n',
  )
  await unprepared.drop()
  const { stdout } = await execute(issueAccountsCommand, [list])
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^RE24-\d{5} {2}Bello Amina$/),
    expect.stringMatching(/^RE24-\d{5} {2}Bello Amina$/),
    '2 accounts issued; the initial passwords will be sent by email.',
    '',
  ])
  // The server can read them when it sends them.
  const { decrypt } = createEncryption(api.config.secretKeys)
  const passwords = (await listWaitingJobs(api, 'send_email')).map(({ data }) =>
    decrypt(Buffer.from(String(data.initialPasswordEncrypted), 'base64')),
  )
  expect(passwords).toEqual([expect.any(String), expect.any(String)])
  expect((await execute(issueAccountsCommand, [list], { SECRET_KEY: '' })).stderr).toContain(
    'line 3, email: has an account in this exercise already',
  )
})

test('keys are replaced only where both are named', async () => {
  const missing = 'Name the new key in SECRET_KEY and the one that it replaces in SECRET_KEYS_REPLACED.\n'
  for (const changes of [{}, { SECRET_KEYS_REPLACED: ',' }, { SECRET_KEY: '', SECRET_KEYS_REPLACED: secretKey }])
    expect((await execute(rotateKeysCommand, [], changes)).stderr).toBe(missing)
  const changed = { SECRET_KEY: Buffer.alloc(32, 'two').toString('base64'), SECRET_KEYS_REPLACED: secretKey }
  const { stdout } = await execute(rotateKeysCommand, [], changed)
  expect(stdout).toMatch(/^\d+ look-ups and \d+ other values encrypted with the new key\./)
  await execute(rotateKeysCommand, [], { SECRET_KEY: secretKey, SECRET_KEYS_REPLACED: changed.SECRET_KEY })
})

test('migrate brings a database to this version, and says how many migrations there are', async () => {
  const name = `${new URL(empty.url).pathname.slice(1)}_new`
  await runAsAdmin(empty.url, `create database ${name}`)
  const migrated = await execute(migrateCommand, [], { DATABASE_URL: replaceDatabaseName(empty.url, name) })
  expect(migrated.stdout).toMatch(/^The database has all [1-9]\d* migrations\.\n$/)
  await runAsAdmin(empty.url, `drop database ${name}`)
})

test('a command works as the owner of the tables, by a direct connection where there is one', async () => {
  const readUser = (changes: Record<string, string>) =>
    withDatabase({ ...settings, ...changes }, async ({ pool }) => pool.options.connectionString)
  const addName = (name: string) => `${settings.DATABASE_URL}&application_name=${name}`
  expect(await readUser({})).toBe(settings.DATABASE_URL)
  expect(await readUser({ DATABASE_DIRECT_URL: addName('direct') })).toBe(addName('direct'))
  expect(await readUser({ DATABASE_DIRECT_URL: addName('direct'), DATABASE_OWNER_URL: addName('owner') })).toBe(
    addName('owner'),
  )
})

test('a command refuses a pooler in transaction mode, and names the setting that leads to it', async () => {
  const pooler = await startTransactionPooler(findSocket(settings.DATABASE_URL))
  const pooled = new URL(settings.DATABASE_URL)
  for (const name of ['host', 'port']) pooled.searchParams.delete(name)
  pooled.host = `127.0.0.1:${pooler.port}`
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL'])
    expect((await execute(migrateCommand, [], { [name]: pooled.href })).stderr).toContain(
      `${name} leads to a connection pooler in transaction mode`,
    )
  pooler.close()
})

test('a command may take as long as it takes', async () => {
  const queryTimeout = await withDatabase(settings, async ({ pool }) => pool.options.query_timeout)
  expect(queryTimeout).toBe(0)
})

test('a command closes the data directory to other users, as the server does', async () => {
  const directory = join(folder, 'left-open')
  await mkdir(directory, { mode: 0o755 })
  await openFileStore({ DATA_DIR: directory })
  expect((await stat(directory)).mode & 0o777).toBe(0o700)
})

test('files in a bucket need each setting of it', async () => {
  const bucket = {
    S3_ENDPOINT: 'https://s3.example',
    S3_REGION: 'eu',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  await expect(openFileStore({ FILES: 's3', ...bucket })).resolves.toBeDefined()
  for (const name of Object.keys(bucket))
    await expect(openFileStore({ FILES: 's3', ...bucket, [name]: '' })).rejects.toThrow(`${name} is missing.`)
})
