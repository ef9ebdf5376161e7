// What runs later. A job is enqueued in the transaction whose commit it follows, so that neither happens alone.
import { sql } from 'drizzle-orm'

/** Each job with its payload; nothing here may be secret, since payloads stand in the database. */
export interface Jobs {
  /** To an account's own address, or to `to`; the name and the office are filled in when it is sent. */
  send_letter: { letter: QueuedLetter; accountId?: string; to?: string; data: Record<string, unknown> }
  send_password_reset: { accountId: string }
  check_payment: { paymentId: string }
  scan_file: { fileId: string }
  /** Comes every night by itself; see worker.ts. */
  prune: object
  /** Comes every hour by itself. */
  discard_contents: object
}

/** Letters whose data may wait in the queue; a reset link may not, so `send_password_reset` makes it when it is sent. */
type QueuedLetter =
  | 'accountIssued'
  | 'passwordChanged'
  | 'paymentReceived'
  | 'applicationSubmitted'
  | 'complaintReceived'

export type JobName = keyof Jobs

/** What is done first: whoever has paid waits for it in front of a screen, and letters may be many and slow. */
const priorities: Partial<Record<JobName, number>> = { check_payment: -1 }

interface Executor {
  execute(statement: ReturnType<typeof sql>): PromiseLike<unknown>
}

interface When {
  /** A job with this key replaces the waiting one of the same key. */
  key?: string
  runAt?: Date
}

export async function enqueue<J extends JobName>(tx: Executor, job: J, payload: Jobs[J], { key, runAt }: When = {}) {
  await tx.execute(sql`
    select graphile_worker.add_job(
      ${job},
      payload => ${JSON.stringify(payload)}::json,
      run_at => ${runAt?.toISOString() ?? null}::timestamptz,
      job_key => ${key ?? null},
      priority => ${priorities[job] ?? 0}::int
    )`)
}
