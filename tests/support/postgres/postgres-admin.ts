// Statements about whole databases, each on a connection of its own.
import pg from 'pg'

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
