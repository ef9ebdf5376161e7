// Background jobs. A job is enqueued in the transaction that it belongs to, so that both commit or neither does.
import { type SQL, sql } from 'drizzle-orm'
import type { EmailTemplateName } from '#shared/staff/labels/email-templates.ts'
import { insertJobsSql } from './graphile-internals.ts'

/** Each job with its payload. Payloads are stored as plain JSON, so they hold no secrets in clear text. */
export interface Jobs {
  /** To an account's own address, or to `to`; the job itself adds the name and the institution. */
  send_email: {
    email: QueuedEmail
    accountId?: string
    to?: string
    data: Record<string, unknown>
    /** The staff member who has it sent again. */
    resentBy?: string
    /** The publication that it is about. */
    publicationId?: string
  }
  send_password_reset: { accountId: string }
  check_payment: { paymentId: string }
  scan_file: { fileId: string }
  prepare_data_export: { exportId: string }
  /** A step of the work; it enqueues the next one. */
  apply_import: { importId: string }
  /** Once a settlement is stored: Remita is asked about what it has not confirmed. */
  compare_settlement: { settlementId: string }
  make_export: { exportId: string }
  /** Makes an approved publication visible, at its moment. */
  publish: { publicationId: string }
  /** A step of the work; it enqueues the next one. */
  send_publication_emails: { publicationId: string }
  /** A step of the work; it enqueues the next one. */
  send_mailing: { mailingId: string }
  /** Makes a change of settings at its moment. */
  apply_exercise_change: { proposalId: string }
  /** Scheduled every night, see worker.ts. */
  prune: object
  /** Scheduled every night. */
  apply_retention: object
  /** Scheduled every hour. */
  discard_contents: object
  /** Scheduled every hour. */
  remove_data_exports: object
  /** Scheduled every hour. */
  remove_exports: object
  /** Scheduled every hour. */
  close_reading_hours: object
}

/**
 * Emails whose data may wait in the queue, secrets encrypted. The link that an applicant asks for is valid for minutes:
 * `send_password_reset` creates it when it runs.
 */
type QueuedEmail = Exclude<EmailTemplateName, 'passwordReset'>

export type JobName = keyof Jobs

/**
 * Lower runs first. Applicants wait on the screen for a payment check, while emails may be many and slow. An archive may
 * take a minute.
 */
const priorities: Partial<Record<JobName, number>> = {
  check_payment: -1,
  prepare_data_export: 1,
}

/** What takes long and nobody waits for. One at a time, in a runner of their own, so that emails and payment checks go on. */
export const slowJobs: ReadonlySet<JobName> = new Set<JobName>([
  'apply_import',
  'compare_settlement',
  'prepare_data_export',
  'publish',
  'send_publication_emails',
  'send_mailing',
  'prune',
  'apply_retention',
  'discard_contents',
  'remove_data_exports',
  'remove_exports',
  'close_reading_hours',
])

/** What takes minutes, in one piece. One at a time, in a runner of their own, so that the slow ones go on. */
export const longJobs: ReadonlySet<JobName> = new Set<JobName>(['make_export'])

interface SqlExecutor {
  execute(statement: ReturnType<typeof sql>): PromiseLike<unknown>
}

interface EnqueueOptions {
  /** Replaces a waiting job with the same key. */
  key?: string
  runAt?: Date
  /** From now on, by the clock of the database; without `runAt`. */
  delayMs?: number
  /** Lower runs first; the job's own by default. */
  priority?: number
}

export async function enqueue<J extends JobName>(
  tx: SqlExecutor,
  job: J,
  payload: Jobs[J],
  { key, runAt, delayMs = 0, priority = priorities[job] ?? 0 }: EnqueueOptions = {},
) {
  await tx.execute(sql`
    select graphile_worker.add_job(
      ${job},
      payload => ${JSON.stringify(payload)}::json,
      run_at => coalesce(${runAt?.toISOString() ?? null}::timestamptz, now() + ${delayMs} * interval '1 millisecond'),
      job_key => ${key ?? null},
      priority => ${priority}::int
    )`)
}

interface JobToAdd<J extends JobName> {
  payload: Jobs[J]
  key: string
}

/** All in one call, which looks once for the jobs that have these keys already. */
export async function enqueueMany<J extends JobName>(
  tx: SqlExecutor,
  job: J,
  jobs: readonly JobToAdd<J>[],
  { priority = priorities[job] ?? 0 }: Pick<EnqueueOptions, 'priority'> = {},
) {
  if (jobs.length === 0) return
  await tx.execute(sql`
    select from graphile_worker.add_jobs((
      select array_agg((${job}::text, payload, null, null, null, key, ${priority}::smallint, null)::graphile_worker.job_spec)
      from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as added (payload json, key text)))`)
}

/** Whether a job with this key waits, runs, or is going to be tried again. Always looked up by the key, one by one. */
export const isUnfinished = (key: SQL): SQL => sql`(select count(*) from graphile_worker.jobs as job
  where job.key = ${key} and (job.attempts < job.max_attempts or job.locked_at is not null)) > 0`

/**
 * For a prepared statement that runs so often that `add_jobs`, which looks for the keys of all waiting jobs, would be a quarter
 * of its cost. The jobs have no key and the usual priority. The servers find them when they next look, within two seconds: a
 * notification would be a tenth of the cost, since PostgreSQL commits the transactions that notify one after the other.
 * @param payloads a query of one column, `payload`, in JSON
 * @returns tables for the `with` clause
 */
export const prepareJobsSql = (job: JobName, payloads: string): string => insertJobsSql(job, payloads)

export interface JobCounts {
  /** Jobs that are due. */
  waiting: number
  /** Jobs that failed at their last attempt. */
  failed: number
}

interface Queryable {
  query<Row extends object>(statement: string): Promise<{ rows: Row[] }>
}

export async function countJobs(pool: Queryable): Promise<JobCounts> {
  const { rows } = await pool.query<JobCounts>(
    `select count(*) filter (where attempts < max_attempts and run_at <= now())::int as waiting,
        count(*) filter (where attempts >= max_attempts)::int as failed
      from graphile_worker.jobs`,
  )
  return rows[0] ?? { waiting: 0, failed: 0 }
}
