import { readdirSync } from 'node:fs'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { exportedColumns, leftOutTables } from './exported-tables.ts'
import { presentSubmittedApplication } from './presenters.ts'

const schema = new URL('../../database/schema/', import.meta.url)

async function loadTables(): Promise<PgTable[]> {
  const modules = await Promise.all(
    readdirSync(schema, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => import(new URL(file, schema).href)),
  )
  return modules.flatMap((module) => Object.values(module)).filter((value): value is PgTable => is(value, PgTable))
}

/** The tables with rows of one account: by a reference to it, also over another table, or by a column with its id or user ID. */
function findPersonalTables(tables: PgTable[]): string[] {
  const personal = new Set(['accounts'])
  for (let size = 0; size < personal.size; ) {
    size = personal.size
    for (const table of tables) {
      const { name, foreignKeys } = getTableConfig(table)
      const isReferring = foreignKeys.some((key) => personal.has(getTableName(key.reference().foreignTable)))
      const columns = Object.keys(getTableColumns(table))
      if (isReferring || columns.some((column) => ['accountId', 'userId'].includes(column))) personal.add(name)
    }
  }
  return [...personal].sort()
}

test('every table with data of an account is in the archive, or is left out for a reason', async () => {
  const decided = [...Object.keys(exportedColumns), ...Object.keys(leftOutTables)].sort()
  expect(findPersonalTables(await loadTables())).toEqual(decided)
})

test('every column of these tables is in the archive, or is left out for a reason', async () => {
  const tables = await loadTables()
  const chosen = tables.filter((table) => Object.hasOwn(exportedColumns, getTableName(table)))
  expect(chosen).toHaveLength(Object.keys(exportedColumns).length)
  for (const table of chosen) {
    const choice = exportedColumns[getTableName(table) as keyof typeof exportedColumns]
    if (!choice) continue
    expect(Object.keys(choice).sort()).toEqual(Object.keys(getTableColumns(table)).sort())
    for (const reason of Object.values(choice)) expect(reason).toBeTruthy()
  }
})

test('no secret and no hash is in the archive', () => {
  const included = Object.entries(exportedColumns).flatMap(([table, choice]) =>
    Object.entries(choice).flatMap(([column, how]) => (how === true ? `${table}.${column}` : [])),
  )
  expect(included.filter((name) => /hash|token|code(?!$)|digest|encrypted|differences/i.test(name))).toEqual([])
})

test('the reasons of a rejection are told once it is published', () => {
  const rejectionReasons = [{ type: 'Document', reason: 'It cannot be read.' }]
  const present = (decision: string) =>
    presentSubmittedApplication({ decision, rejectionReasons } as never, { finalOutcomes: [] }).rejectionReasons
  expect([present('pending'), present('rejected')]).toEqual([[], rejectionReasons])
})
