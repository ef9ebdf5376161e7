// Reads the jobs that wait in the queue. Start the API with `jobs: 'waiting'`, so that no worker runs them.
import { sql } from 'drizzle-orm'
import type { JobName, Jobs } from '#server/platform/queue/queue.ts'
import type { TestApi } from '../api/api.ts'

/** The payloads of the waiting jobs of this name, oldest first. */
export async function listWaitingJobs<J extends JobName>(api: Pick<TestApi, 'database'>, job: J): Promise<Jobs[J][]> {
  const { rows } = await api.database.db.execute<{ payload: Jobs[J] }>(sql`
    select payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${job} order by jobs.id`)
  return rows.map(({ payload }) => payload)
}
