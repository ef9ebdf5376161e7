// The rules that the database keeps by itself stand in the schema, and must have come through the migrations.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { replaceDatabaseName, runAsAdmin } from '#tests/support/postgres/postgres-admin.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'

const directory = join(import.meta.dirname, 'schema')

/** Of a database that has the tables of the schema and nothing else. */
async function createSchema(): Promise<string[]> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const modules: object[] = await Promise.all(files.map((file) => import(join(directory, file))))
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

test('the migrations make every constraint, index and column of the schema, and no other', async () => {
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
  } finally {
    await runAsAdmin(url, `drop database ${name} with (force)`)
    await migrated.drop()
  }
})
