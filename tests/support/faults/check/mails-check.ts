// The checker's part about mail: every letter comes, and comes once.
import { setTimeout as pause } from 'node:timers/promises'
import type { Site } from '../site.ts'
import { entriesOf } from './checker.ts'
import { acknowledged, type Ledger } from './expected-state.ts'

export interface MailReport {
  complaints: string[]
  /** Letters that were handed over a second time under the same Message-ID: their taking was not heard of. */
  repeated: number
}

/** Waits until no letter waits in the queue any more. */
export async function untilLettersAreSent({ pool }: Pick<Site, 'pool'>, patienceMs = 90_000): Promise<void> {
  for (const giveUpAt = Date.now() + patienceMs; ; await pause(100)) {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from graphile_worker.jobs where task_identifier = 'send_letter'`,
    )
    if (rows[0]?.waiting === 0) return
    if (Date.now() > giveUpAt)
      throw new Error(`${rows[0]?.waiting} letters still wait after ${patienceMs} ms: ${await why(pool)}`)
  }
}

/** One letter for each acknowledged submission and for each payment, and none under another Message-ID. */
export function checkMails({ mail: { mails } }: Pick<Site, 'mail'>, ledger: Ledger): MailReport {
  const complaints: string[] = []
  let repeated = 0
  const submitted = entriesOf(ledger, 'submit').filter((entry) => acknowledged(entry))
  // Nobody here does both, so everybody gets one.
  const addressees = new Map([...submitted, ...ledger.deposits].map(({ applicant }) => [applicant.email, applicant]))
  for (const { email, userId } of addressees.values()) {
    const own = mails.filter(({ to }) => to === email)
    const ids = new Set(own.map(({ id }) => id)).size
    if (ids !== 1) complaints.push(`${userId}: ${ids} letters came about one submission or payment`)
    repeated += own.length - ids
  }
  return { complaints, repeated }
}

async function why(pool: Site['pool']): Promise<string> {
  const { rows } = await pool.query(
    `select attempts, run_at - now() as due, locked_at, locked_by from graphile_worker.jobs where task_identifier = 'send_letter' limit 3`,
  )
  return JSON.stringify(rows)
}
