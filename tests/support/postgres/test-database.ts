// A database per test file, cloned from a migrated template.
import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import type { TemplateDatabase } from './global-setup.ts'
import { runAsAdmin, withDatabase } from './postgres-admin.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TemplateDatabase
  }
}

export type TestDatabase = { url: string; drop(): Promise<void> }

/**
 * A fresh database with all migrations applied, on the server that the test run started (or DATABASE_URL names).
 * Takes about 30 ms. Close your own connections before `drop`, which otherwise cuts them.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('postgres')
  const name = `${template}_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  await runAsAdmin(url, `create database ${name} template ${template}`)
  return {
    url: withDatabase(url, name),
    async drop() {
      await runAsAdmin(url, `drop database if exists ${name} with (force)`)
    },
  }
}
