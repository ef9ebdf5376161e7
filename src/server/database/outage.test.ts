// What waits for a database that is away for a moment, and what runs again when its connection was cut.
import type pg from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/postgres/database-proxy.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { connect, type Database } from './connection.ts'
import { isUnavailable } from './errors.ts'
import { createOutage } from './outage.ts'
import { inTransaction } from './statement.ts'

let proxy: DatabaseProxy
let direct: Database
beforeEach(async () => {
  const testDatabase = await createTestDatabase()
  proxy = await startDatabaseProxy(testDatabase.url)
  direct = connect(testDatabase.url, { maxConnections: 1 })
  await direct.pool.query('create table notes (text text)')
  onTestFinished(async () => {
    await direct.close()
    await proxy.close()
    await testDatabase.drop()
  })
})

function connectThroughProxy(maxOutageMs: number) {
  const database = connect(proxy.url, { maxConnections: 2, maxOutageMs })
  onTestFinished(() => database.close())
  return database
}

const addNote = (client: Pick<pg.Pool, 'query'>, text = 'one') =>
  client.query('insert into notes (text) values ($1)', [text])
const countNotes = async () => (await direct.pool.query('select from notes')).rowCount
/** Resolves once an attempt to connect has failed. */
async function waitForFailure(database: Database) {
  await expect(database.ping()).rejects.toSatisfy(isUnavailable)
}

test('work that finds the database away waits for it, and is then done once', async () => {
  const database = connectThroughProxy(20_000)
  await proxy.stop()
  const working = [addNote(database.pool), inTransaction(database.pool, (client) => addNote(client))]
  await waitForFailure(database)
  await proxy.start()
  await Promise.all(working)
  expect(await countNotes()).toBe(2)
})

test('readiness does not wait, so that a load balancer knows at once', async () => {
  const database = connectThroughProxy(60_000)
  await proxy.stop()
  const working = database.pool.query('select 1')
  await waitForFailure(database)
  await proxy.start()
  await working
})

test('an outage that lasts fails what waits, and everything after it at once, until the database is back', async () => {
  const database = connectThroughProxy(1_500)
  await proxy.stop()
  const startedAt = performance.now()
  await expect(addNote(database.pool)).rejects.toSatisfy(isUnavailable)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_500)
  const { waitedUntil } = database.outage
  expect(waitedUntil()).toBeLessThan(performance.now())
  const over = waitedUntil()
  await expect(addNote(database.pool)).rejects.toSatisfy(isUnavailable)
  expect(waitedUntil()).toBe(over)
  await proxy.start()
  await addNote(database.pool)
  expect(await countNotes()).toBe(1)
})

test.each([
  [
    'a transaction',
    (database: Database, work: typeof addNote) => inTransaction(database.pool, (client) => work(client)),
  ],
  [
    'a transaction of the query builder',
    (database: Database, work: typeof addNote) =>
      database.db.transaction((tx) =>
        work({
          query: (_text: string, [text]: string[]) => tx.execute(`insert into notes values ('${text}')`),
        } as never),
      ),
  ],
])('%s that is cut before its commit runs again, and happens once', async (_what, transact) => {
  const database = connectThroughProxy(20_000)
  for (const text of ['begin', 'insert into notes', 'commit']) {
    let attempts = 0
    proxy.cutBefore(text)
    const work = (client: Pick<pg.Pool, 'query'>) => {
      attempts += 1
      return addNote(client)
    }
    // A commit that was sent is not repeated, although here it has never arrived.
    if (text === 'commit') await expect(transact(database, work)).rejects.toSatisfy(isUnavailable)
    else await transact(database, work)
    expect(attempts).toBe(text === 'insert into notes' ? 2 : 1)
  }
  expect(await countNotes()).toBe(2)
  // Every connection was given back.
  await Promise.all([1, 2].map((n) => database.pool.query(`select ${n}`)))
  expect(database.pool.totalCount).toBeLessThanOrEqual(2)
  expect(database.pool.idleCount).toBe(database.pool.totalCount)
})

test('a transaction whose commit was cut is not repeated, because it may have happened', async () => {
  const database = connectThroughProxy(20_000)
  proxy.cutReplyTo('commit')
  await expect(inTransaction(database.pool, (client) => addNote(client))).rejects.toSatisfy(isUnavailable)
  expect(await countNotes()).toBe(1)
})

test('a statement is repeated only when it does no harm twice', async () => {
  const database = connectThroughProxy(20_000)
  proxy.cutReplyTo('insert into notes')
  await expect(addNote(database.pool)).rejects.toSatisfy(isUnavailable)
  expect(await countNotes()).toBe(1)
  proxy.cutReplyTo('select 2')
  const { rows } = await database.outage.repeat(() => database.pool.query('select 2 as two'))
  expect(rows).toEqual([{ two: 2 }])
})

test('a write waits for a primary that only reads for a moment', async () => {
  const database = connectThroughProxy(20_000)
  const name = new URL(proxy.url).pathname.slice(1)
  const setReadOnly = (value: string) =>
    direct.pool.query(`alter database ${name} set default_transaction_read_only = ${value}`)
  await setReadOnly('on')
  let attempts = 0
  await database.outage.repeat(async () => {
    attempts += 1
    // The second attempt finds a connection that writes.
    if (attempts === 2) await setReadOnly('off')
    await addNote(database.pool)
  })
  expect(attempts).toBe(2)
  expect(await countNotes()).toBe(1)
})

test('errors of a statement are never repeated', async () => {
  const database = connectThroughProxy(20_000)
  let attempts = 0
  const fail = () => {
    attempts += 1
    return database.pool.query('select 1 / 0')
  }
  await expect(database.outage.repeat(fail)).rejects.toThrow('division by zero')
  expect(attempts).toBe(1)
})

test('an outage ends when the database is back or has failed nothing for as long as work waits; a full pool begins none', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const lasted: number[] = []
  const { mayReconnect, end, waitedUntil } = createOutage(10_000, (ms) => lasted.push(ms))
  const lost = Object.assign(new Error('It is away.'), { code: 'ECONNREFUSED' })
  const full = new Error('timeout exceeded when trying to connect')
  expect([mayReconnect(full), mayReconnect(lost), mayReconnect(full)]).toEqual([false, true, true])
  vi.advanceTimersByTime(10_000)
  expect(mayReconnect(lost)).toBe(false)
  vi.advanceTimersByTime(10_000)
  expect(mayReconnect(lost)).toBe(false)
  vi.advanceTimersByTime(10_001)
  expect(mayReconnect(lost)).toBe(true)
  vi.advanceTimersByTime(500)
  end()
  end()
  expect(lasted).toEqual([500])
  // What waited for it is served within five seconds.
  const over = performance.now()
  expect(waitedUntil()).toBe(over)
  vi.advanceTimersByTime(6_000)
  expect(waitedUntil()).toBe(over + 5_000)
})
