// The database over TLS, with the certificates that docs/operations.md makes.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { type ExternalPostgres, startExternalPostgres } from '#tests/support/deploy/external-postgres.ts'
import { createDirectory, explainMissing } from '#tests/support/deploy/programs.ts'

const missing = explainMissing('pg_controldata', 'openssl')
let directory: string
let postgres: ExternalPostgres
beforeAll(async () => {
  if (missing) return
  directory = createDirectory('tls')
  const [, commands = ''] =
    /### TLS to the database.*?```\n(.*?)```/s.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  expect(commands).toContain('openssl x509 -req')
  execFileSync('bash', ['-euc', commands], { cwd: directory, stdio: 'pipe' })
  const { uid, gid } = statSync(directory)
  chownSync(join(directory, 'server.key'), uid, gid)
  chmodSync(join(directory, 'server.key'), 0o600)
  const [cert, key] = ['server.crt', 'server.key'].map((file) => join(directory, file))
  postgres = await startExternalPostgres(['ssl=on', `ssl_cert_file=${cert}`, `ssl_key_file=${key}`])
}, 120_000)
afterAll(() => postgres?.stop())

const withOptions = (url: string, options: string) => `${url}?${options}`
const ping = async (options: string) => {
  const database = connect(withOptions(postgres.url, options))
  try {
    await database.ping()
    const { rows } = await database.pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    return rows[0]
  } finally {
    await database.close()
  }
}

test.skipIf(missing)('verify-full with the CA connects encrypted, and migrates', async () => {
  const options = `sslmode=verify-full&sslrootcert=${join(directory, 'ca.crt')}`
  expect(await ping(options)).toEqual({ ssl: true })
  await migrate(withOptions(postgres.ownerUrl, options), withOptions(postgres.url, options))
})

test.skipIf(missing)('a certificate of a CA that was not named is refused', async () => {
  await expect(ping('sslmode=verify-full')).rejects.toMatchObject({
    code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO/),
  })
})

test.skipIf(missing)('a certificate without the name in the URL is refused', async () => {
  const other = postgres.url.replace('127.0.0.1', '127.0.0.2')
  const database = connect(withOptions(other, `sslmode=verify-full&sslrootcert=${join(directory, 'ca.crt')}`))
  await expect(database.ping()).rejects.toThrow()
  await database.close()
})
