// All statements that use the private tables of graphile-worker. Their columns are checked when the worker starts, and
// package.json pins the library's exact version.
import type { ClientBase, Pool } from 'pg'

type Queryable = Pick<ClientBase | Pool, 'query'>

export const queueSchema = 'graphile_worker'

const requiredColumns = [
  'migrations.id',
  '_private_tasks.id',
  '_private_tasks.identifier',
  '_private_jobs.id',
  '_private_jobs.task_id',
  '_private_jobs.payload',
  '_private_jobs.locked_at',
  '_private_jobs.locked_by',
  '_private_job_queues.locked_at',
  '_private_job_queues.locked_by',
]

/** @throws Error when this version of graphile-worker has other tables than the statements below expect */
export async function assertInternals(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = $1`,
    [queueSchema],
  )
  const missing = requiredColumns.filter((column) => !rows.some(({ name }) => name === column))
  if (missing.length === 0) return
  throw new Error(
    `The job queue's database tables lack ${missing.join(', ')}: this portal does not work with the installed graphile-worker.`,
  )
}

/** For a `with` clause: the same rows that the library adds for jobs without keys. Reads a query of one column, `payload`. */
export const insertJobsSql = (task: string, payloads: string): string => `
  known_task as (select id from ${queueSchema}._private_tasks where identifier = '${task}'),
  new_task as (
    insert into ${queueSchema}._private_tasks (identifier)
    select '${task}' where not exists (select from known_task)
    returning id
  ),
  added_jobs as (
    insert into ${queueSchema}._private_jobs (task_id, payload)
    select coalesce((select id from known_task), (select id from new_task)), payload from (${payloads}) as job
  )`

/** An advisory lock of this class, on the hash of its id, shows that a worker is alive. */
const livenessLockClass = 4_100_744
/** A worker takes its liveness lock shortly after its start, so it may have locked a job before. */
const newLockSeconds = 5

/** Waits while another session holds it, up to the timeout. The lock is released when the session ends. */
export async function takeLivenessLock(db: Queryable, workerId: string, timeoutMs: number): Promise<void> {
  const query = {
    text: 'select pg_advisory_lock($1, hashtext($2))',
    values: [livenessLockClass, workerId],
    query_timeout: timeoutMs,
  }
  await db.query(query)
}

/** Other workers that have locked jobs and hold no liveness lock at this moment. */
export async function listWorkersWithoutLock(db: Queryable, ownWorkerId: string): Promise<string[]> {
  const { rows } = await db.query<{ worker: string }>(
    `select locked_by as worker from (
       select distinct locked_by from graphile_worker._private_jobs
       where locked_at < now() - make_interval(secs => $2) and locked_by <> $3
     ) as owners where pg_try_advisory_xact_lock($1, hashtext(locked_by))`,
    [livenessLockClass, newLockSeconds, ownWorkerId],
  )
  return rows.map(({ worker }) => worker)
}

/** Unlocks the jobs of those of these workers that hold no liveness lock, so that they run again at once. */
export async function unlockJobsOfDeadWorkers(db: Queryable, workerIds: readonly string[]): Promise<void> {
  await db.query(
    `select graphile_worker.force_unlock_workers(array_agg(worker))
     from unnest($2::text[]) as worker where pg_try_advisory_xact_lock($1, hashtext(worker))`,
    [livenessLockClass, workerIds],
  )
}

/** A job that a worker has locked; it counts as another one when it is locked again. */
export interface JobLock {
  id: string
  lockedAt: string
}

/** Jobs that are locked by this worker but do not run in it. */
export async function listJobsNotRunning(
  db: Queryable,
  workerId: string,
  runningJobs: readonly string[],
): Promise<JobLock[]> {
  const { rows } = await db.query<JobLock>(
    `select id::text, locked_at::text as "lockedAt" from graphile_worker._private_jobs
     where locked_by = $1 and locked_at < now() - make_interval(secs => $2) and id <> all($3::bigint[])`,
    [workerId, newLockSeconds, runningJobs],
  )
  return rows
}

/** Unlocks jobs of this worker that were lost when a connection broke. */
export async function unlockLostJobs(db: Queryable, workerId: string, locks: readonly JobLock[]): Promise<void> {
  await db.query(
    `update graphile_worker._private_jobs as job set locked_at = null, locked_by = null
     from unnest($2::bigint[], $3::text[]) as lost (id, locked_at)
     where job.id = lost.id and job.locked_at = lost.locked_at::timestamptz and locked_by = $1`,
    [workerId, locks.map(({ id }) => id), locks.map(({ lockedAt }) => lockedAt)],
  )
}

/** For a restored database, in which no worker runs. */
export async function unlockAllJobs(db: Queryable): Promise<void> {
  for (const table of ['_private_jobs', '_private_job_queues'])
    await db.query(`update graphile_worker.${table} set locked_at = null, locked_by = null where locked_at is not null`)
}

/** The migrations of the library that this database has. */
export async function listJobMigrations(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>('select id from graphile_worker.migrations order by id')
  return rows.map(({ id }) => id)
}
