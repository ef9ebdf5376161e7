// The role that the server works as. It reads and writes rows; the tables belong to the owner's role, which migrates them.
import { readFile } from 'node:fs/promises'
import pg from 'pg'

/** Gives the role its rights on all tables that exist now. @param owner of the tables */
export async function grantApplicationRights(owner: pg.ClientBase, role: string): Promise<void> {
  const grants = await readFile(new URL('./grants.sql', import.meta.url), 'utf8')
  // psql's placeholders, so that the file can also be run by hand. Several statements at once are one transaction.
  const statements = grants
    .replaceAll(':"role"', pg.escapeIdentifier(role))
    .replaceAll(":'role'", pg.escapeLiteral(role))
  await owner.query(statements)
}

/** The name of the role that the URL connects as. */
export async function readRole(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  // Without a listener a broken connection would end this process.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ role: string }>('select current_user as role').finally(() => client.end())
  return rows[0]?.role ?? ''
}

/** Whether this role could remove what was recorded, as the owner of the tables can. */
export async function canChangeRecords(db: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await db.query<{ can: boolean }>(`select has_table_privilege('audit_log', 'delete') as can`)
  return rows[0]?.can ?? false
}
