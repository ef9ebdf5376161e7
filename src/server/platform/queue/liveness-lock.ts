// A killed worker leaves its jobs locked, and graphile-worker would wait four hours before running them again. Each worker
// therefore holds an advisory lock while it lives, and regularly unlocks the jobs of workers that hold none.
import pg from 'pg'
import {
  type JobLock,
  listJobsNotRunning,
  listWorkersWithoutLock,
  takeLivenessLock,
  unlockJobsOfDeadWorkers,
  unlockLostJobs,
} from './graphile-internals.ts'
import { type QueueTimes, queueTimes } from './times.ts'

export interface LivenessLock {
  release(): Promise<void>
}

/**
 * A job is unlocked when two checks in a row find it lost. A living worker may be without its lock for a moment, when its
 * session was closed, and a job that it has just locked or finished may be unknown to it while its event loop is blocked.
 * @param getRunningJobs the ids of the jobs that this worker runs, or finished a moment ago
 */
export function holdLivenessLock(
  url: string,
  workerId: string,
  getRunningJobs: () => string[],
  times: QueueTimes = queueTimes,
): LivenessLock {
  let session: pg.Client | null = null
  let isReleased = false
  let suspects = noSuspects
  let timer: NodeJS.Timeout | undefined
  let isChecking = false

  async function getSession(): Promise<pg.Client> {
    if (session) return session
    const client = await openSession(url, workerId, times)
    if (isReleased) {
      void client.end()
      throw new Error('The liveness lock was released meanwhile.')
    }
    client.once('end', () => {
      if (session !== client) return
      session = null
      // A check that runs fails of itself.
      if (!isChecking) schedule(0)
    })
    session = client
    return client
  }

  async function recoverLockedJobs(): Promise<void> {
    const client = await getSession()
    const former = suspects
    suspects = {
      workers: await listWorkersWithoutLock(client, workerId),
      jobs: await listJobsNotRunning(client, workerId, getRunningJobs()),
    }
    const dead = suspects.workers.filter((worker) => former.workers.includes(worker))
    if (dead.length > 0) await unlockJobsOfDeadWorkers(client, dead)
    const running = getRunningJobs()
    const lost = suspects.jobs.filter((job) => isOneOf(job, former.jobs) && !running.includes(job.id))
    if (lost.length > 0) await unlockLostJobs(client, workerId, lost)
  }

  function schedule(delayMs: number) {
    clearTimeout(timer)
    if (!isReleased) timer = setTimeout(() => void check(), delayMs).unref()
  }

  async function check() {
    isChecking = true
    const hasSucceeded = await recoverLockedJobs().then(
      () => true,
      () => false,
    )
    isChecking = false
    if (!hasSucceeded) dropSession()
    schedule(hasSucceeded ? times.livenessCheck : times.livenessRetry)
  }

  function dropSession() {
    void session?.end()
    session = null
    suspects = noSuspects
  }

  void check()

  return {
    async release() {
      isReleased = true
      clearTimeout(timer)
      await session?.end()
    },
  }
}

const noSuspects = { workers: [] as readonly string[], jobs: [] as readonly JobLock[] }

const isOneOf = ({ id, lockedAt }: JobLock, jobs: readonly JobLock[]) =>
  jobs.some((job) => job.id === id && job.lockedAt === lockedAt)

/** A session that holds the lock. */
async function openSession(url: string, workerId: string, times: QueueTimes): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'portal-worker',
    connectionTimeoutMillis: times.livenessConnect,
    query_timeout: times.livenessQuery,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await takeLivenessLock(client, workerId, times.livenessLock)
  } catch (error) {
    // An open connection could still get the lock after the timeout, and block all later attempts.
    void client.end()
    throw error
  }
  return client
}
