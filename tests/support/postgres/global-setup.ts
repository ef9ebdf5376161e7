// Before the server's tests: one PostgreSQL for the whole run, with a template database that is migrated once.
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/platform/database/migrate.ts'
import { runAsAdmin, withDatabase } from './postgres-admin.ts'
import { startTestPostgres } from './postgres-server.ts'

export type TestServer = { url: string; template: string }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = process.env.DATABASE_URL ? undefined : await startTestPostgres()
  const url = own?.url ?? process.env.DATABASE_URL ?? ''
  const template = `portal_test_${process.pid}`
  const remove = async () => {
    if (own) await own.remove()
    else await dropDatabases(url, template)
  }
  try {
    await makeTemplate(url, template)
  } catch (error) {
    await remove()
    throw error
  }
  project.provide('postgres', { url, template })
  return remove
}

async function makeTemplate(url: string, template: string): Promise<void> {
  await runAsAdmin(url, `create database ${template}`)
  await migrate(withDatabase(url, template))
}

/** The template and whatever clones a failed test left, on a server that is not ours to remove. */
async function dropDatabases(url: string, template: string): Promise<void> {
  const found = await runAsAdmin<{ datname: string }>(
    url,
    `select datname from pg_database where datname = '${template}' or datname like '${template}\\_%'`,
  )
  for (const { datname } of found) await runAsAdmin(url, `drop database if exists ${datname} with (force)`)
}
