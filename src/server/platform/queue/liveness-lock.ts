// A killed worker leaves its jobs locked, and graphile-worker would wait four hours before running them again. Each worker
// therefore holds an advisory lock while it lives, and regularly unlocks the jobs of workers that hold none.
import pg from 'pg'
import { takeLivenessLock, unlockJobsOfDeadWorkers, unlockLostJobs } from './graphile-internals.ts'

const recoveryIntervalMs = 10_000

export interface LivenessLock {
  release(): Promise<void>
}

/** @param getRunningJobs the ids of the jobs that this worker runs, or finished a moment ago */
export function holdLivenessLock(url: string, workerId: string, getRunningJobs: () => string[]): LivenessLock {
  let session: pg.Client | null = null
  let isReleased = false

  async function getSession(): Promise<pg.Client> {
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
      await takeLivenessLock(client, workerId)
      if (isReleased) throw new Error('The liveness lock was released meanwhile.')
    } catch (error) {
      // An open connection could still get the lock after the timeout, and block all later attempts.
      void client.end().catch(() => {})
      throw error
    }
    session = client
    return client
  }

  async function recoverLockedJobs(): Promise<void> {
    const client = await getSession()
    await unlockJobsOfDeadWorkers(client, workerId)
    await unlockLostJobs(client, workerId, getRunningJobs())
  }

  // After an error the next interval connects again.
  const tryRecovery = () => void recoverLockedJobs().catch(() => void session?.end().catch(() => {}))
  tryRecovery()
  const timer = setInterval(tryRecovery, recoveryIntervalMs)
  timer.unref()

  return {
    async release() {
      isReleased = true
      clearInterval(timer)
      await session?.end().catch(() => {})
    },
  }
}
