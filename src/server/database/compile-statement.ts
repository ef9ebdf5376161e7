import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgDialect } from 'drizzle-orm/pg-core'

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
