// Dumps all tables of a database as text, including those of the job queue and the migrations.
import type { Pool } from 'pg'

/** One line per row, prefixed with the table's name. */
export async function dumpDatabase(pool: Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`select t::text as line from ${name} as t`)
    lines.push(...rows.map(({ line }) => `${name} ${line}`))
  }
  return lines.join('\n')
}
