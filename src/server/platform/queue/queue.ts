// Background jobs. A job is enqueued in the transaction that it belongs to, so that both commit or neither does.
import { sql } from 'drizzle-orm'

/** Each job with its payload. Payloads are stored as plain JSON, so they hold no secrets in clear text. */
export interface Jobs {
  /** To an account's own address, or to `to`; the job itself adds the name and the institution. */
  send_email: { email: QueuedEmail; accountId?: string; to?: string; data: Record<string, unknown> }
  send_password_reset: { accountId: string }
  check_payment: { paymentId: string }
  scan_file: { fileId: string }
  /** Scheduled every night, see worker.ts. */
  prune: object
  /** Scheduled every hour. */
  discard_contents: object
}

/** Emails whose data may wait in the queue. A reset link may not: `send_password_reset` creates it when it runs. */
type QueuedEmail =
  | 'accountIssued'
  | 'passwordChanged'
  | 'paymentReceived'
  | 'applicationSubmitted'
  | 'complaintReceived'

export type JobName = keyof Jobs

/** Lower runs first. Applicants wait on the screen for a payment check, while emails may be many and slow. */
const priorities: Partial<Record<JobName, number>> = { check_payment: -1 }

interface SqlExecutor {
  execute(statement: ReturnType<typeof sql>): PromiseLike<unknown>
}

interface EnqueueOptions {
  /** Replaces a waiting job with the same key. */
  key?: string
  runAt?: Date
}

export async function enqueue<J extends JobName>(
  tx: SqlExecutor,
  job: J,
  payload: Jobs[J],
  { key, runAt }: EnqueueOptions = {},
) {
  await tx.execute(sql`
    select graphile_worker.add_job(
      ${job},
      payload => ${JSON.stringify(payload)}::json,
      run_at => ${runAt?.toISOString() ?? null}::timestamptz,
      job_key => ${key ?? null},
      priority => ${priorities[job] ?? 0}::int
    )`)
}
