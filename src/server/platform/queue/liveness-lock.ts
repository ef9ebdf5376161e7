// A worker that was killed leaves its jobs marked as in hand, and the library would wait four hours for it. So each worker
// holds an advisory lock for as long as its process lives, and whoever looks frees the jobs of those that hold none.
import pg from 'pg'

/** Any number, as long as nobody else takes advisory locks of this class. */
const lockClass = 4_100_744
const lookEveryMs = 10_000
/** A worker may have taken its first job a moment before it holds its lock. */
const freshSeconds = 5

export interface SignOfLife {
  end(): Promise<void>
}

/**
 * @param worker as jobs in hand name it
 * @param inHand ids of the jobs that it has in hand; others under its name were lost on the way to it or back
 */
export function showLife(url: string, worker: string, inHand: () => string[]): SignOfLife {
  let session: pg.Client | null = null
  let isEnded = false

  async function connected(): Promise<pg.Client> {
    if (session) return session
    const client = new pg.Client({
      connectionString: url,
      application_name: 'portal-worker',
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
    })
    client.on('error', () => {})
    client.once('end', () => {
      if (session === client) session = null
    })
    try {
      await client.connect()
      await client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, worker])
      if (isEnded) throw new Error('The sign of life has ended meanwhile.')
    } catch (error) {
      // Left open, it might get the lock when nobody waits for it any more, and hold it against all that come later.
      void client.end().catch(() => {})
      throw error
    }
    session = client
    return client
  }

  async function look(): Promise<void> {
    const client = await connected()
    await client.query(
      `select graphile_worker.force_unlock_workers(array_agg(locked_by)) from (
         select distinct locked_by from graphile_worker._private_jobs
         where locked_at < now() - make_interval(secs => $2) and locked_by <> $3
       ) as holders where pg_try_advisory_xact_lock($1, hashtext(locked_by))`,
      [lockClass, freshSeconds, worker],
    )
    await client.query(
      `update graphile_worker._private_jobs set locked_at = null, locked_by = null
       where locked_by = $1 and locked_at < now() - make_interval(secs => $2) and id <> all($3::bigint[])`,
      [worker, freshSeconds, inHand()],
    )
  }

  // A database that is away is looked for again.
  const tryToLook = () => void look().catch(() => void session?.end().catch(() => {}))
  tryToLook()
  const timer = setInterval(tryToLook, lookEveryMs)
  timer.unref()

  return {
    async end() {
      isEnded = true
      clearInterval(timer)
      await session?.end().catch(() => {})
    },
  }
}
