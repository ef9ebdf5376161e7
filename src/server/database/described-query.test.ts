// Prepared statements on a real database, whose columns are described once.
import type pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { connect, type Database } from './connection.ts'

let database: Database
/** How often each connection asked for a description. */
let descriptions: number[]
beforeEach(async () => {
  const testDatabase = await createTestDatabase()
  database = connect(testDatabase.url, { maxConnections: 2 })
  descriptions = []
  database.pool.on('connect', (client) => countDescriptions(client as pg.PoolClient & pg.Client))
  onTestFinished(async () => {
    await database.close()
    await testDatabase.drop()
  })
})

function countDescriptions({ connection }: pg.Client) {
  const index = descriptions.push(0) - 1
  const describe = connection.describe.bind(connection)
  connection.describe = (...parameters) => {
    descriptions[index] = (descriptions[index] ?? 0) + 1
    describe(...parameters)
  }
}

const text = `select $1::int as n, null::text as none, '2026-01-02'::timestamptz as at, '{"a":[1]}'::json as data,
  array['x', 'y'] as list, true as "isTrue", '\\x0102'::bytea as bytes`
const createRow = (n: number) => ({
  n,
  none: null,
  at: new Date('2026-01-02T00:00:00Z'),
  data: { a: [1] },
  list: ['x', 'y'],
  isTrue: true,
  bytes: Buffer.from([1, 2]),
})

test('a prepared statement returns the same rows at every execution, and is described once', async () => {
  for (const n of [1, 2, 3]) {
    const { rows, fields, rowCount } = await database.pool.query({ name: 'row', text, values: [n] })
    expect(rows).toEqual([createRow(n)])
    expect([fields.map(({ name }) => name), rowCount]).toEqual([Object.keys(createRow(n)), 1])
  }
  expect(descriptions).toEqual([1])
})

test('rows as lists, with parsers of their own, and no rows at all are read alike', async () => {
  const types = { getTypeParser: () => (value: string) => `<${value}>` }
  const run = (limit: number) =>
    database.pool.query({ name: 'list', text: 'select 1 as n, null limit $1', rowMode: 'array', types }, [limit])
  expect((await run(0)).rows).toEqual([])
  expect((await run(1)).rows).toEqual([['<1>', null]])
  expect((await run(0)).rows).toEqual([])
  expect(descriptions).toEqual([1])
})

test('each connection asks once for each statement, and statements at the same time get their own rows', async () => {
  const run = (n: number) => database.pool.query({ name: 'row', text, values: [n] })
  const other = (n: number) => database.pool.query({ name: 'other', text: 'select $1::text as m', values: [n] })
  const results = await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 3 === 0 ? other(n) : run(n))))
  for (const [n, { rows }] of results.entries()) expect(rows).toEqual([n % 3 === 0 ? { m: String(n) } : createRow(n)])
  for (const count of descriptions) expect(count).toBeLessThanOrEqual(2)
})

test('an error concerns one execution, the first as well as later ones', async () => {
  const divide = (by: unknown) =>
    database.pool.query({ name: 'divide', text: 'select 6 / $1::int as quotient', values: [by] })
  for (const _round of [1, 2, 3]) {
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    await expect(divide('x')).rejects.toMatchObject({ code: '22P02' })
    expect((await divide(2)).rows).toEqual([{ quotient: 3 }])
  }
})

test('once a column has another type the statement is refused and not misread', async () => {
  const { pool } = database
  await pool.query(`create table notes as select '7'::text as note`)
  const read = () => pool.query({ name: 'notes', text: 'select note from notes' })
  expect((await read()).rows).toEqual([{ note: '7' }])
  await pool.query('alter table notes alter column note type int using note::int')
  await expect(read()).rejects.toThrow('cached plan must not change result type')
})

test('statements that return no columns, or have no name, work as before', async () => {
  const { pool } = database
  await pool.query('create table notes (note int)')
  for (const note of [1, 2])
    expect((await pool.query({ name: 'add', text: 'insert into notes values ($1)', values: [note] })).rowCount).toBe(1)
  expect((await pool.query('select sum(note)::int as sum from notes where note > $1', [0])).rows).toEqual([{ sum: 3 }])
})
