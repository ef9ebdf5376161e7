// Requests, payments and due checks, for tests of the payments over HTTP.
import { and, asc, eq, like } from 'drizzle-orm'
import { Logger, runOnce, type TaskList } from 'graphile-worker'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { paymentEvents, payments } from '#server/database/schema/payments.ts'
import { createPaymentsService } from '#server/features/payments/service.ts'
import type { Jobs } from '#server/platform/queue/queue.ts'
import type { PaymentGateway } from '#server/providers/payment/payment-gateway.ts'
import { createRemitaGateway } from '#server/providers/payment/remita.ts'
import type { TestApplicant } from '../fixtures/applicants.ts'
import type { TestApi } from './api.ts'

export const dueNaira = 12_500

export const postGenerateRrr = (api: Pick<TestApi, 'call'>, { token }: { token: string }, more: object = {}) =>
  api.call('POST', '/payments/remita-generate', { token, body: { amount: dueNaira, ...more } })

/** The applicant's open RRR; requested if there is none. */
export async function createRrr(
  api: Pick<TestApi, 'call'>,
  applicant: { token: string },
  more: object = {},
): Promise<string> {
  const { status, body } = await postGenerateRrr(api, applicant, more)
  if (status !== 200) throw new Error(`Generate answered ${status}: ${JSON.stringify(body)}`)
  return body.data.RRR
}

export const verifyRrr = (api: TestApi, { token }: { token: string }, rrr: string) =>
  api.call('GET', `/payments/verify-remita?rrr=${rrr}`, { token })

/** Pays at a bank branch. @param amount naira; by default what is due */
export const payRrr = (api: TestApi, rrr: string, amount?: number) =>
  api.remita.control('pay', { rrr, ...(amount !== undefined && { amount }) })

export const setRemitaFaults = (api: TestApi, faults: object) => api.remita.control('faults', faults)

/** How often each call of the provider was made. */
export async function countRemitaCalls(api: TestApi): Promise<Record<string, number>> {
  const { counts } = (await api.remita.control('requests')) as { counts: Record<string, number> }
  return counts
}

export const readPayments = (api: TestApi, { id }: Pick<TestApplicant, 'id'>) =>
  api.database.db.select().from(payments).where(eq(payments.accountId, id)).orderBy(asc(payments.createdAt))

/** The kinds of an applicant's payment events in order, without the provider's answers. */
export async function readPaymentNotes(api: TestApi, { id }: Pick<TestApplicant, 'id'>): Promise<string[]> {
  const events = await api.database.db
    .select({ kind: paymentEvents.kind })
    .from(paymentEvents)
    .innerJoin(payments, eq(payments.id, paymentEvents.paymentId))
    .where(eq(payments.accountId, id))
    .orderBy(asc(paymentEvents.id))
  return events.map(({ kind }) => kind).filter((kind) => kind !== 'answer')
}

/** The actions of an applicant's payments in the audit log, in order. */
export async function readAuditedPayments(api: TestApi, { id }: Pick<TestApplicant, 'id'>): Promise<string[]> {
  const events = await api.database.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.accountId, id), like(auditLog.action, 'payment\\_%')))
    .orderBy(asc(auditLog.id))
  return events.map(({ action }) => action)
}

/** How many receipts to the applicant are in the queue; for servers whose jobs wait. */
export async function countWaitingReceipts(api: TestApi, { id }: Pick<TestApplicant, 'id'>): Promise<number> {
  const { rows } = await api.database.pool.query<{ count: number }>(
    `select count(*)::int from graphile_worker._private_jobs
      where payload ->> 'email' = 'paymentReceived' and payload ->> 'accountId' = $1`,
    [id],
  )
  return rows[0]?.count ?? 0
}

const silentLogger = new Logger(() => () => {})

/**
 * Runs the checks that are due by the test's clock; for servers whose jobs wait.
 * @param gateway by default the application's own
 */
export async function runDueChecks(
  api: TestApi,
  gateway: PaymentGateway = createRemitaGateway(api.config.remita),
): Promise<void> {
  // The queue uses the database's clock, which the test cannot advance.
  await api.database.pool.query(
    "update graphile_worker._private_jobs set run_at = now() - interval '1 second' where run_at <= $1",
    [api.clock.now()],
  )
  const { database, clock } = api
  const { checkPayment } = createPaymentsService({ database, gateway, clock: clock.now, log: { error() {} } })
  const taskList: TaskList = { check_payment: (payload) => checkPayment(payload as Jobs['check_payment']) }
  await runOnce({ pgPool: database.pool, taskList, logger: silentLogger })
}
