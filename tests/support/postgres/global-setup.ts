// Runs before the server's tests: starts one PostgreSQL for all of them, with a migrated template database.
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/database/migrate.ts'
import { createRole, replaceDatabaseName, replaceRole, runAsAdmin, type TestRole } from './postgres-admin.ts'
import { applicationRole, migratedDatabase, startMigratedPostgres } from './postgres-server.ts'

export type TemplateDatabase = {
  url: string
  template: string
  /** What the server works as. */
  role: TestRole
  /** The server is removed after the run, with all databases. */
  isTemporary: boolean
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.DATABASE_URL) return setUpExternalServer(project, process.env.DATABASE_URL)
  const postgres = await startMigratedPostgres()
  const { url } = postgres
  project.provide('postgres', { url, template: migratedDatabase, role: applicationRole, isTemporary: true })
  return () => postgres.remove()
}

async function setUpExternalServer(project: TestProject, url: string): Promise<() => Promise<void>> {
  const template = `portal_test_${process.pid}`
  const remove = async () => {
    await dropDatabases(url, template)
    await runAsAdmin(url, `drop role if exists ${template}`)
  }
  try {
    const role = await createRole(url, template)
    await runAsAdmin(url, `create database ${template}`)
    const ownerUrl = replaceDatabaseName(url, template)
    await migrate(ownerUrl, replaceRole(ownerUrl, role))
    project.provide('postgres', { url, template, role, isTemporary: false })
  } catch (error) {
    await remove()
    throw error
  }
  return remove
}

/** Drops the template and the clones that failed tests have left. */
async function dropDatabases(url: string, template: string): Promise<void> {
  const found = await runAsAdmin<{ datname: string }>(
    url,
    `select datname from pg_database where datname = '${template}' or datname like '${template}\\_%'`,
  )
  for (const { datname } of found) await runAsAdmin(url, `drop database if exists ${datname} with (force)`)
}
