// Applicants pay at the bank while something breaks: the server must count each payment exactly once.
import { setTimeout as sleep } from 'node:timers/promises'
import { askSimulator } from '../simulators/simulator.ts'
import { findAcknowledgement, type RecordedRequest, type RequestLog } from './check/request-log.ts'
import type { FaultEnvironment } from './environment.ts'
import { createUnpaidUsers, type FaultUser } from './users.ts'

/** A payment that the bank took, whether or not our server has heard of it. */
export interface BankPayment {
  applicant: FaultUser
  rrr: string
}

/** They pay one after the other, so that some payments come before the fault, some during it and some after. */
const payerCount = 6

/** Creates applicants with an RRR. `send` pays each of them at the bank, which notifies the server; every second one also verifies. */
export async function prepareBankPayments(
  environment: FaultEnvironment,
  requestLog: RequestLog,
  origin: string,
): Promise<{ send(): Promise<RecordedRequest[]> }> {
  await askSimulator(environment.remita, 'notification-url', {
    url: `${origin}/api/v1/payments/remita-notification`,
  })
  const payers = await createUnpaidUsers(environment, payerCount)
  const payments = await Promise.all(
    payers.map(async (applicant) => ({
      applicant,
      rrr: getRrr(await requestLog.send(origin, applicant, { kind: 'generate' })),
    })),
  )
  return {
    async send() {
      const verifications: Promise<RecordedRequest>[] = []
      for (const [n, payment] of payments.entries()) {
        requestLog.bankPayments.push(payment)
        await askSimulator(environment.remita, 'pay', { rrr: payment.rrr })
        const { applicant, rrr } = payment
        if (n % 2 === 0) verifications.push(requestLog.send(origin, applicant, { kind: 'verify', rrr }))
      }
      return Promise.all(verifications)
    },
  }
}

/** Sends the bank's notification again for uncounted payments with an even RRR; odd ones are left to the scheduled checks. */
export async function resendNotifications(environment: FaultEnvironment, requestLog: RequestLog): Promise<number> {
  const uncounted = await findUncountedPayments(environment, requestLog)
  const even = uncounted.filter(({ rrr }) => Number(rrr) % 2 === 0)
  for (const { rrr } of even) await askSimulator(environment.remita, 'notify', { rrr })
  return even.length
}

/** Runs the scheduled payment checks now and waits until all payments are counted; resolves with the number that was missing. */
export async function waitForCounting(
  environment: FaultEnvironment,
  requestLog: RequestLog,
  timeoutMs = 90_000,
): Promise<number> {
  const missing = (await findUncountedPayments(environment, requestLog)).length
  await environment.pool.query(
    `update graphile_worker._private_jobs as jobs set run_at = now() from graphile_worker._private_tasks as tasks
     where tasks.id = jobs.task_id and tasks.identifier = 'check_payment' and jobs.locked_at is null`,
  )
  for (const deadline = Date.now() + timeoutMs; ; await sleep(100)) {
    const uncounted = await findUncountedPayments(environment, requestLog)
    if (uncounted.length === 0) return missing
    if (Date.now() > deadline) throw new Error(`Paid and not counted: ${uncounted.map(({ rrr }) => rrr)}`)
  }
}

/** Number of payments found by the applicant's Verify, and by the server itself (notification or schedule). */
export async function countPaymentsByActor({
  pool,
}: Pick<FaultEnvironment, 'pool'>): Promise<Record<'applicant' | 'system', number>> {
  const { rows } = await pool.query<{ actor: 'applicant' | 'system'; times: number }>(
    `select actor, count(*)::int as times from audit_log where action = 'payment_paid' group by actor`,
  )
  return { applicant: 0, system: 0, ...Object.fromEntries(rows.map(({ actor, times }) => [actor, times])) }
}

async function findUncountedPayments(
  { pool }: Pick<FaultEnvironment, 'pool'>,
  { bankPayments }: RequestLog,
): Promise<BankPayment[]> {
  const { rows } = await pool.query<{ rrr: string }>(
    `select rrr from payments where status = 'paid' and rrr = any($1)`,
    [bankPayments.map(({ rrr }) => rrr)],
  )
  const counted = new Set(rows.map(({ rrr }) => rrr))
  return bankPayments.filter(({ rrr }) => !counted.has(rrr))
}

function getRrr(entry: RecordedRequest): string {
  const data = findAcknowledgement(entry)
  if (!data) throw new Error(`There is no RRR to pay: ${JSON.stringify(entry.outcomes)}`)
  return data.RRR
}
