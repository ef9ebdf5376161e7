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

// PostgreSQL has no such character in a text, so no fragment contains it.
const separator = '\0'

/** Compiles conditions that one statement has several times: wherever they stand, they share their values. */
export function compileShared(conditions: readonly SQL[]): { fragments: SQL[]; values: unknown[] } {
  const { text, values } = compileStatement(sql.join([...conditions], sql.raw(separator)))
  return { fragments: text.split(separator).map((fragment) => sql.raw(`(${fragment})`)), values }
}

/** A number that stands in the statement itself: a plan for any limit expects to read a tenth of the table. */
export function inlineInteger(value: number): SQL {
  if (!Number.isSafeInteger(value)) throw new Error('Only whole numbers stand in a statement.')
  return sql.raw(String(value))
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

interface ListStatement {
  /** Without values; those of its fragments are given. */
  statement: SQL
  values: unknown[]
  /**
   * Whether its text repeats: PostgreSQL then plans it once on a connection, and planning a page of a list takes longer than
   * reading it. Beyond the limit such statements are planned each time, too.
   */
  isPrepared: boolean
}

export function createListRunner(pool: Pick<pg.Pool, 'query'>) {
  const names = new Map<string, string>()
  return async ({ statement, values, isPrepared }: ListStatement): Promise<Record<string, unknown>[]> => {
    const { text, values: others } = compileStatement(statement)
    if (others.length > 0) throw new Error('The values of this statement stand in its conditions.')
    if (isPrepared && names.size < maxPrepared && !names.has(text)) names.set(text, `list_${++preparedCount}`)
    const name = isPrepared && names.get(text)
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
