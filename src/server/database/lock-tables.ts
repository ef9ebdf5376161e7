// Locks what a migration changes before it changes anything, so that it holds up calls for less than a second at a time and
// ends none of them.
import type pg from 'pg'

/**
 * For all tables together. A call that waits for one of them while it holds another looks for a deadlock after a second
 * (`deadlock_timeout`), and would be the one that fails: the migration gives up before, and tries again.
 */
const lockTimeoutMs = 800

/** Keeps others from reading a table too, or from writing only. */
type LockMode = 'access exclusive' | 'share row exclusive'

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
async function listLocks(owner: pg.ClientBase, statements: readonly string[]): Promise<Map<string, LockMode>> {
  const { rows } = await owner.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const named = statements.flatMap((text) => [...findTables(text)])
  const locks = new Map<string, LockMode>()
  for (const mode of ['access exclusive', 'share row exclusive'] as const)
    for (const { name } of rows)
      if (!locks.has(name) && named.some((one) => one.table === name && one.mode === mode)) locks.set(name, mode)
  return locks
}

/** Of what it finds, only names of tables count. */
function* findTables(text: string): Iterable<{ table: string; mode: LockMode }> {
  const withoutComments = text.split('\n').map((line) => line.split('--')[0])
  for (const statement of withoutComments.join('\n').toLowerCase().split(';')) {
    const tokens = statement.split(/[\s"(),]+/).map((token) => token.replace('public.', ''))
    const dropsTrigger = tokens.includes('drop') && tokens.includes('trigger')
    const isOnTable =
      dropsTrigger || (tokens.includes('create') && (tokens.includes('index') || tokens.includes('trigger')))
    for (const [at, token] of tokens.entries()) {
      const [next = ''] = tokens.slice(at + 1)
      if (token === 'table' && /^(alter|drop)$/.test(tokens[at - 1] ?? ''))
        for (const table of tokens.slice(at + 1, at + 4)) yield { table, mode: 'access exclusive' }
      if (token === 'on' && isOnTable)
        yield { table: next, mode: dropsTrigger ? 'access exclusive' : 'share row exclusive' }
      if (token === 'references') yield { table: next, mode: 'share row exclusive' }
    }
  }
}

/** Whether a migration gave way to calls, and may be tried again. */
export const hasGivenWay = (error: unknown): boolean => /^(40P01|55P03)$/.test((error as pg.DatabaseError).code ?? '')
