// The rules that the database keeps by itself stand in the schema, and must have come through the migrations.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, inject, test } from 'vitest'
import { replaceDatabaseName, runAsAdmin } from '#tests/support/postgres/postgres-admin.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'

const directory = join(import.meta.dirname, 'schema')

const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const modules: object[] = await Promise.all(files.map((file) => import(join(directory, file))))

/** Of a database that has the tables of the schema and nothing else. */
async function createSchema(): Promise<string[]> {
  const { generateDrizzleJson, generateMigration } = await import('drizzle-kit/api')
  try {
    const described = generateDrizzleJson(Object.assign({}, ...modules), undefined, undefined, 'snake_case')
    return await generateMigration(generateDrizzleJson({}), described)
  } finally {
    // It adds methods to these, which other code meets in its loops.
    for (const prototype of [Array.prototype, String.prototype] as object[])
      for (const name of Object.keys(prototype)) Reflect.deleteProperty(prototype, name)
  }
}

/** Of the columns of fixed names, as PostgreSQL writes them. */
const listRulesOfNames = (): string[] =>
  modules
    .flatMap((module) => Object.values(module))
    .filter((value) => is(value, PgTable))
    .flatMap((table) =>
      Object.entries(getTableColumns(table)).flatMap(([key, { enumValues }]) => {
        const names = enumValues?.map((name) => `'${name}'::text`) ?? []
        const accepted = names.length > 1 ? `ANY (ARRAY[${names.join(', ')}])` : names[0]
        return accepted ? [`${getTableName(table)}: CHECK ((${toSnakeCase(key)} = ${accepted}))`] : []
      }),
    )

const listRules = async (url: string): Promise<string[]> =>
  (
    await runAsAdmin<{ rule: string }>(
      url,
      `select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as rule from pg_constraint
         where connamespace = 'public'::regnamespace and contype <> 't'
       union all select indexdef from pg_indexes where schemaname = 'public'
       union all select table_name || '.' || column_name || ' ' || is_nullable || ' ' || coalesce(column_default, '')
         from information_schema.columns join information_schema.tables using (table_schema, table_name)
         where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
  )
    .map(({ rule }) => rule)
    .sort()

test('the migrations make every constraint, index and column of the schema, and no other; columns of fixed names have theirs', async () => {
  const { url } = inject('postgres')
  const name = `schema_${process.pid}`
  const migrated = await createTestDatabase()
  await runAsAdmin(url, `create database ${name}`)
  try {
    const own = replaceDatabaseName(url, name)
    await runAsAdmin(own, (await createSchema()).join('\n'))
    const wanted = await listRules(own)
    expect(wanted.length).toBeGreaterThan(1_000)
    expect(Object.keys(Array.prototype)).toEqual([])
    expect(await listRules(migrated.url)).toEqual(wanted)
    expect(listRulesOfNames().length).toBeGreaterThan(50)
    expect(listRulesOfNames().filter((rule) => !wanted.includes(rule))).toEqual([])
  } finally {
    await runAsAdmin(url, `drop database ${name} with (force)`)
    await migrated.drop()
  }
})

test('what refers to a row that the retention deletes is found by an index', async () => {
  const database = await createTestDatabase()
  try {
    const rows = await runAsAdmin<{ reference: string }>(
      database.url,
      `select conrelid::regclass || '.' || attname as reference from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid::regclass::text in ('decisions', 'files', 'final_outcomes', 'result_entries', 'results', 'seats')
        and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
          and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))`,
    )
    expect(rows.map(({ reference }) => reference)).toEqual([])
  } finally {
    await database.drop()
  }
})
