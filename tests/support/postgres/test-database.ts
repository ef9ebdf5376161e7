// A database per test file, cloned from a migrated template.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { inject } from 'vitest'
import type { TemplateDatabase } from './global-setup.ts'
import { replaceDatabaseName, replaceRole, runAsAdmin } from './postgres-admin.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TemplateDatabase
  }
}

export type TestDatabase = {
  /** Of the owner, who may do anything. */
  url: string
  /** Of the role that the server works as. */
  applicationUrl: string
  /** On the server that the test run started, it only ends the connections. */
  drop(): Promise<void>
}

/**
 * A fresh database with all migrations applied, on the server that the test run started (or DATABASE_URL names).
 * Takes about 30 ms. Close your own connections before `drop`, which terminates those still open after half a second.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, template, role, isTemporary } = inject('postgres')
  const name = `${template}_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  // Copying the files is the quicker way where PostgreSQL need not wait for the disk.
  const strategy = isTemporary ? 'strategy file_copy' : ''
  await runAsAdmin(url, `create database ${name} template ${template} ${strategy}`)
  const ownUrl = replaceDatabaseName(url, name)
  return {
    url: ownUrl,
    applicationUrl: replaceRole(ownUrl, role),
    async drop() {
      const isUnused = await waitForDisconnects(url, name)
      // Its files are removed with the server. Some file systems create files slowly for minutes after many were deleted.
      if (!isTemporary) await runAsAdmin(url, `drop database if exists ${name} with (force)`)
      else if (!isUnused)
        await runAsAdmin(url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    },
  }
}

/**
 * A pool's `end` resolves before its connections are closed. Terminating them would raise errors that nobody handles.
 * @returns whether all are closed
 */
async function waitForDisconnects(url: string, name: string): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const sessions = await runAsAdmin(url, `select from pg_stat_activity where datname = '${name}'`)
    if (sessions.length === 0) return true
    await pause(25)
  }
  return false
}
