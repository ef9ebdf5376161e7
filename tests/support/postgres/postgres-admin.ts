// Statements about whole databases, each on a connection of its own.
import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The embedded server asks for no password. */
export type TestRole = { name: string; password: string }

export async function runAsAdmin<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(statement).finally(() => client.end())
  return rows
}

/** The same server, another database. */
export function replaceDatabaseName(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = name
  return changed.href
}

/** The same server and database, another role. */
export function replaceRole(url: string, { name, password }: TestRole): string {
  const changed = new URL(url)
  changed.username = name
  changed.password = password
  return changed.href
}

/** Creates a role that may log in and do nothing else. */
export async function createRole(url: string, name: string): Promise<TestRole> {
  const password = randomBytes(12).toString('hex')
  await runAsAdmin(url, `create role ${name} login password '${password}'`)
  return { name, password }
}
