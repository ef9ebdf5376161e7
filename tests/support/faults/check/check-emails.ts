// Checks that each email arrives exactly once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultEnvironment } from '../environment.ts'
import { requestsOfKind } from './checker.ts'
import { findAcknowledgement, type RequestLog } from './request-log.ts'

export interface EmailReport {
  problems: string[]
  /** Mails handed over a second time under the same Message-ID, because the server died before it saw the first reply. */
  repeated: number
}

/** Returns once no email waits any more; throws when none has left for `stallMs` milliseconds. */
export async function waitForEmails({ pool }: Pick<FaultEnvironment, 'pool'>, stallMs = 90_000): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY
  for (let deadline = Date.now() + stallMs; ; await sleep(100)) {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from graphile_worker.jobs where task_identifier = 'send_email'`,
    )
    const waiting = rows[0]?.waiting ?? fewest
    if (waiting === 0) return
    if (waiting < fewest) {
      fewest = waiting
      deadline = Date.now() + stallMs
    }
    if (Date.now() > deadline)
      throw new Error(`${waiting} emails wait and none was sent for ${stallMs} ms: ${await describeJobs(pool)}`)
  }
}

/** One email to the applicant for each acknowledged submission and payment, and one to each referee, never under a second Message-ID. */
export function checkEmails({ mail: { mails } }: Pick<FaultEnvironment, 'mail'>, requestLog: RequestLog): EmailReport {
  const problems: string[] = []
  let repeated = 0
  const submitted = requestsOfKind(requestLog, 'submit').filter((entry) => findAcknowledgement(entry))
  // No test user both submits and pays, so each of them gets exactly one email.
  const recipients = new Map(
    [...submitted, ...requestLog.bankPayments].map(({ applicant }) => [applicant.email, applicant.userId]),
  )
  // Every test application has referees of its own.
  for (const { applicant, request } of submitted)
    if (request.kind === 'submit')
      for (const { email } of request.answers.referees) recipients.set(email, `a referee of ${applicant.userId}`)
  for (const [email, name] of recipients) {
    const received = mails.filter(({ to }) => to === email)
    const distinct = new Set(received.map(({ messageId }) => messageId)).size
    if (distinct !== 1) problems.push(`${name}: received ${distinct} emails about one submission or payment`)
    repeated += received.length - distinct
  }
  return { problems, repeated }
}

async function describeJobs(pool: FaultEnvironment['pool']): Promise<string> {
  const { rows } = await pool.query(
    `select attempts, run_at - now() as due, locked_at, locked_by from graphile_worker.jobs where task_identifier = 'send_email' limit 3`,
  )
  return JSON.stringify(rows)
}
