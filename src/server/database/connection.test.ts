// Connections on a real database: limits of a session, and a database that only reads.
import { createServer } from 'node:net'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { findSocket } from '#tests/support/postgres/database-proxy.ts'
import { replaceDatabaseName, runAsAdmin } from '#tests/support/postgres/postgres-admin.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { startTransactionPooler } from '#tests/support/postgres/transaction-pooler.ts'
import { connect, type Database } from './connection.ts'
import { isUnavailable } from './errors.ts'
import { inTransaction } from './statement.ts'

let url: string
let database: Database
beforeEach(async () => {
  const testDatabase = await createTestDatabase()
  url = testDatabase.url
  database = connect(url, { maxConnections: 2 })
  onTestFinished(async () => {
    await database.close()
    await testDatabase.drop()
  })
})

const write = () => database.pool.query('create table if not exists notes (id int)')
const setReadOnly = async (isReadOnly: boolean) => {
  const name = new URL(url).pathname.slice(1)
  await runAsAdmin(
    replaceDatabaseName(url, 'postgres'),
    `alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
  )
}

test('both time limits are set in every session, and that a statement has one process', async () => {
  const clients = await Promise.all([database.pool.connect(), database.pool.connect()])
  for (const client of clients) {
    const { rows } = await client.query(
      `select current_setting('statement_timeout') as statement,
         current_setting('idle_in_transaction_session_timeout') as transaction,
         current_setting('max_parallel_workers_per_gather') as workers`,
    )
    expect(rows).toEqual([{ statement: '15s', transaction: '20s', workers: '0' }])
    client.release()
  }
})

test('a connection begins with nothing but user, database and encoding, which every pooler accepts', async () => {
  const startup = await new Promise<string>((resolve, reject) => {
    const server = createServer((socket) => {
      socket.once('data', (data) => {
        resolve(data.subarray(8).toString())
        socket.destroy()
      })
    }).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      const pooled = connect(`postgresql://ada@127.0.0.1:${port}/portal`)
      pooled.ping().catch(() => {})
      onTestFinished(async () => {
        await pooled.close()
        server.close()
      })
    })
    server.on('error', reject)
  })
  const names = startup.split('\0').filter((_, index) => index % 2 === 0)
  expect(names.filter(Boolean).sort()).toEqual(['client_encoding', 'database', 'user'])
})

test('a database that only reads is away: it is not ready, writes may be repeated, and both heal by themselves', async () => {
  await setReadOnly(true)
  await expect(database.ping()).rejects.toSatisfy(isUnavailable)
  await expect(write()).rejects.toSatisfy(isUnavailable)
  // What is there can still be read.
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await setReadOnly(false)
  await database.ping()
  for (let times = 0; times < 4; times++) await write()
})

test.each<[string, (another: pg.Client, pool: pg.Pool) => Promise<unknown>]>([
  ['is of another process', (another) => another.query('begin')],
  [
    'does not know a prepared statement',
    async (another, pool) => {
      const select = () => pool.query({ name: 'one', text: 'select 1' })
      await select()
      await another.query('deallocate all')
      await expect(select()).rejects.toSatisfy(isUnavailable)
    },
  ],
])(
  'a pooler that is switched to transaction mode while the server runs makes it unready: its session %s',
  async (_what, use) => {
    const pooler = await startTransactionPooler(findSocket(url))
    const pooled = new URL(url)
    pooled.searchParams.delete('host')
    pooled.searchParams.delete('port')
    pooled.host = `127.0.0.1:${pooler.port}`
    const behindPooler = connect(pooled.href)
    const another = new pg.Client(pooled.href)
    onTestFinished(async () => {
      await Promise.all([behindPooler.close(), another.end()])
      pooler.close()
    })
    await behindPooler.ping()
    await another.connect()
    await use(another, behindPooler.pool)
    await expect(behindPooler.ping()).rejects.toThrow('DATABASE_URL leads to a connection pooler in transaction mode')
  },
)

test.each<[string, (database: Database, text: string) => Promise<unknown>]>([
  ['a statement of the query builder', ({ db }, text) => db.transaction((tx) => tx.execute(text))],
  ['a prepared statement', ({ pool }, text) => inTransaction(pool, (client) => client.query(text))],
])('a connection on which %s goes on after its time limit is closed', async (_name, run) => {
  const hurried = connect(url, { maxConnections: 1, queryTimeoutMs: 100 })
  onTestFinished(() => hurried.close())
  await expect(run(hurried, 'select pg_sleep(2)')).rejects.toSatisfy(isUnavailable)
  expect((await hurried.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a connection that turns out to be read-only is closed instead of used again', async () => {
  const client = await database.pool.connect()
  await client.query('set default_transaction_read_only = on')
  const readPid = `select pg_backend_pid() as pid`
  const [before] = (await client.query<{ pid: number }>(readPid)).rows
  await expect(client.query('create table notes (id int)')).rejects.toSatisfy(isUnavailable)
  client.release()
  const [after] = (await database.pool.query<{ pid: number }>(readPid)).rows
  expect(after?.pid).not.toBe(before?.pid)
  await write()
})
