import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'

const dialect = new PgDialect({ casing: 'snake_case' })

/** The text and the values of a statement, for a connection without the query builder. */
function compileStatement(statement: SQL): { text: string; values: unknown[] } {
  const { sql: text, params: values } = dialect.sqlToQuery(statement)
  return { text, values }
}

/** A fragment without values that is the same in every statement, compiled once. */
export function freeze(fragment: SQL): SQL {
  const { text, values } = compileStatement(fragment)
  if (values.length > 0) throw new Error('A fragment with values cannot be compiled ahead.')
  return sql.raw(text)
}

/** Moments and days stay text, as the query builder reads them. */
const momentTypes: ReadonlySet<number> = new Set([
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.DATE,
])
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    momentTypes.has(type) ? (text: unknown) => text : pg.types.getTypeParser(type, format),
}

const maxPrepared = 200
/** Of all lists, so that their names differ. */
let preparedCount = 0

/**
 * Runs statements whose texts repeat: PostgreSQL plans each once on a connection, and planning a page of a list takes longer
 * than reading it. Beyond the limit they are planned each time.
 */
export function createPreparedRunner(pool: Pick<pg.Pool, 'query'>) {
  const names = new Map<string, string>()
  return async (statement: SQL): Promise<Record<string, unknown>[]> => {
    const { text, values } = compileStatement(statement)
    if (names.size < maxPrepared && !names.has(text)) names.set(text, `list_${++preparedCount}`)
    const name = names.get(text)
    const { rows } = await pool.query<Record<string, unknown>>({ ...(name && { name }), text, values, types })
    return rows
  }
}

interface ListParts {
  /** The columns of a row; one without a value is empty. */
  keys: readonly string[]
  values: Readonly<Record<string, AnyPgColumn | SQL>>
  /** What a row has after these. */
  lastValues?: readonly SQL[]
  /** Tables and joins. */
  source: SQL
  where: SQL | undefined
  orderBy: readonly SQL[]
}

/** The statement of all rows of a list, and the one that counts them. */
export function compileList({ keys, values, lastValues = [], source, where = sql`true`, orderBy }: ListParts) {
  const compile = (selected: SQL, order: SQL) =>
    compileStatement(sql`select ${selected} from ${source} where ${where} ${order}`)
  const selected = [...keys.map((key) => (values[key] ? sql`${values[key]}` : sql`null`)), ...lastValues]
  return {
    ...compile(sql.join(selected, sql`, `), sql`order by ${sql.join([...orderBy], sql`, `)}`),
    count: compile(sql`count(*)::int as count`, sql``),
  }
}
