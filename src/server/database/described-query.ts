// pg asks PostgreSQL at every execution of a prepared statement to describe its columns, and prepares a row's format from the
// answer: for the 45 columns of an account an eighth of the call. Here each connection does so once for each statement.
// PostgreSQL itself refuses a prepared statement whose columns have other types than at its first execution.
import pg from 'pg'

/** How a result reads its rows. */
interface RowFormat {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** What pg's queries have that its types do not name. */
interface InternalQuery {
  readonly name?: string
  readonly _result: RowFormat
  _accumulateRows: boolean
  submit(connection: pg.Connection): Error | null
  handleRowDescription(description: object): void
}
const InternalQuery = pg.Query as unknown as new (config: pg.QueryConfig, values?: unknown[]) => InternalQuery

interface Described {
  /** By the statement's name. */
  formats: Map<string, RowFormat>
  /** The same connection, which does not ask for descriptions. */
  silent: pg.Connection
}
const describedOn = new WeakMap<pg.Connection, Described>()

function getDescribed(connection: pg.Connection): Described {
  const known = describedOn.get(connection)
  if (known) return known
  const silent: pg.Connection = Object.create(connection, { describe: { value() {} } })
  const described = { formats: new Map<string, RowFormat>(), silent }
  describedOn.set(connection, described)
  return described
}

class DescribedQuery extends InternalQuery {
  /** Takes the format of the first execution on a connection. */
  private formats?: Map<string, RowFormat>

  override submit(connection: pg.Connection): Error | null {
    const { formats, silent } = getDescribed(connection)
    const format = formats.get(this.name ?? '')
    if (!format) {
      this.formats = formats
      return super.submit(connection)
    }
    Object.assign(this._result, format)
    this._accumulateRows = true
    return super.submit(silent)
  }

  override handleRowDescription(description: object): void {
    super.handleRowDescription(description)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.formats?.set(this.name ?? '', { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

const hasName = (config: unknown): config is pg.QueryConfig =>
  typeof config === 'object' && config !== null && 'name' in config && typeof config.name === 'string'

/**
 * For the queries of this pool that have a name and are awaited. Transactions, which take a connection of their own, are as
 * they were.
 */
export function describeOnce(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (config: unknown, values?: unknown[]) => unknown
  const queryDescribed = (config: unknown, values?: unknown[]) =>
    hasName(config) ? query(new DescribedQuery(config, values)) : query(config, values)
  pool.query = queryDescribed as typeof pool.query
}
