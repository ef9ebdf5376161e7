// Locks what a migration changes before it changes anything, so that it holds up calls for less than a second at a time and
// ends none of them.
import type pg from 'pg'

/**
 * For all tables together. A call that waits for one of them while it holds another looks for a deadlock after a second
 * (`deadlock_timeout`), and would be the one that fails: the migration gives up before, and tries again.
 */
const lockTimeoutMs = 800

/** Statements that keep others from reading a table, and those that only keep them from writing. */
const patterns = {
  'access exclusive': [String.raw`(?:alter|drop)\s+table\s+TABLE`, String.raw`drop\s+trigger\s[^;]*?\son\s+TABLE`],
  'share row exclusive': [
    String.raw`create\s+(?:unique\s+)?index\s[^;]*?\son\s+TABLE`,
    String.raw`create\s+(?:or\s+replace\s+)?(?:constraint\s+)?trigger\s[^;]*?\son\s+TABLE`,
    String.raw`references\s+TABLE`,
  ],
}
const tableName = String.raw`(?:only\s+|if\s+exists\s+|public\.|"public"\.)*"?(\w+)"?`

function* findTables(text: string, pattern: string): Iterable<string> {
  for (const [, table = ''] of text.matchAll(new RegExp(pattern.replace('TABLE', tableName), 'gi'))) yield table
}

/**
 * Within a transaction, whose other statements then wait as briefly.
 * @param contested tables that an earlier attempt waited for in vain while it held others. Calls take them first, so they
 *   come first; one more is added when this attempt fails
 */
export async function lockTables(
  owner: pg.ClientBase,
  statements: readonly string[],
  contested: Set<string>,
): Promise<void> {
  await setLockTimeout(owner, lockTimeoutMs)
  const modes = await listLocks(owner, statements)
  const deadline = performance.now() + lockTimeoutMs
  const first = [...contested].reverse().filter((table) => modes.has(table))
  for (const table of new Set([...first, ...modes.keys()])) {
    try {
      await setLockTimeout(owner, Math.max(1, Math.round(deadline - performance.now())))
      await owner.query(`lock table public."${table}" in ${modes.get(table)} mode`)
    } catch (error) {
      contested.delete(table)
      contested.add(table)
      throw error
    }
  }
  await setLockTimeout(owner, lockTimeoutMs)
}

const setLockTimeout = (owner: pg.ClientBase, ms: number) =>
  owner.query(`select set_config('lock_timeout', $1, true)`, [String(ms)])

/** The tables that exist and are changed, with the strongest lock that a statement takes. */
async function listLocks(owner: pg.ClientBase, statements: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const text = statements.join(';\n').replaceAll(/--.*$/gm, '')
  const locks = new Map<string, string>()
  for (const [mode, found] of Object.entries(patterns)) {
    const named = new Set(found.flatMap((pattern) => [...findTables(text, pattern)]))
    for (const { name } of rows) if (named.has(name) && !locks.has(name)) locks.set(name, mode)
  }
  return locks
}

/** Whether a migration gave way to calls, and may be tried again. */
export const hasGivenWay = (error: unknown): boolean => /^(40P01|55P03)$/.test((error as pg.DatabaseError).code ?? '')
