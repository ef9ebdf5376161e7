// A pooler that gives a connection to another session after every transaction breaks what the portal keeps in its sessions:
// prepared statements, time limits, advisory locks and LISTEN.
import pg from 'pg'

const rounds = 4

/**
 * Compares the server processes that two connections use at the same time.
 * @param setting the name of the setting with the URL, for the error
 * @throws Error with a sentence for the operator when the URL leads to a pooler in transaction or statement mode
 */
export async function assertSessionPooling(url: string, setting: string): Promise<void> {
  const [first, second] = [createClient(url), createClient(url)]
  try {
    await first.connect()
    await second.connect()
    const own = await readProcessId(first)
    for (let round = 0; round < rounds; round++) {
      // A session keeps its process. A pooler gives the one that is free again to the next transaction.
      await second.query('begin')
      const other = await readProcessId(second)
      const again = await readProcessId(first)
      await second.query('rollback')
      if (other === own || again !== own) throw new PoolingModeError(setting)
    }
  } catch (error) {
    if (/statement pooling/i.test((error as Error).message)) throw new PoolingModeError(setting)
    throw error
  } finally {
    await Promise.all([first, second].map((client) => client.end()))
  }
}

class PoolingModeError extends Error {
  override readonly name = 'PoolingModeError'
  constructor(setting: string) {
    super(
      `${setting} leads to a connection pooler in transaction mode, which the portal does not support: use session mode, or connect to PostgreSQL directly.`,
    )
  }
}

function createClient(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000, query_timeout: 5_000 })
  // Without a listener a broken connection would end this process.
  client.on('error', () => {})
  return client
}

async function readProcessId(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
