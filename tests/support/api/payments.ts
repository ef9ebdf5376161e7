// Presses, payments and due checks, for tests of the payments over HTTP.
import { asc, eq } from 'drizzle-orm'
import { Logger, runOnce, type TaskList } from 'graphile-worker'
import { checkPayment } from '#server/features/payments/polling/check-payment.ts'
import { paymentEvents, payments } from '#server/platform/database/schema/schema.ts'
import type { Jobs } from '#server/platform/queue/queue.ts'
import type { PaymentGateway } from '#server/providers/payment/payment-gateway.ts'
import { remita } from '#server/providers/payment/remita.ts'
import type { TestApplicant } from '../fixtures/accounts.ts'
import type { TestApi } from './api.ts'

export const due = 12_500

export const pressGenerate = (api: Pick<TestApi, 'call'>, { token }: { token: string }, more: object = {}) =>
  api.call('POST', '/payments/remita-generate', { token, body: { amount: due, ...more } })

/** The applicant's open RRR. */
export async function anRrr(api: TestApi, applicant: { token: string }, more: object = {}): Promise<string> {
  const { status, body } = await pressGenerate(api, applicant, more)
  if (status !== 200) throw new Error(`Generate answered ${status}: ${JSON.stringify(body)}`)
  return body.data.RRR
}

export const verifyRrr = (api: TestApi, { token }: { token: string }, rrr: string) =>
  api.call('GET', `/payments/verify-remita?rrr=${rrr}`, { token })

/** @param amount naira; what is due when left out */
export const payAtBank = (api: TestApi, rrr: string, amount?: number) =>
  api.remita.control('pay', { rrr, ...(amount !== undefined && { amount }) })

export const remitaFaults = (api: TestApi, faults: object) => api.remita.control('faults', faults)

/** How often the provider was asked, by call. */
export async function providerCalls(api: TestApi): Promise<Record<string, number>> {
  const { counts } = (await api.remita.control('requests')) as { counts: Record<string, number> }
  return counts
}

export const paymentRows = (api: TestApi, { id }: Pick<TestApplicant, 'id'>) =>
  api.database.db.select().from(payments).where(eq(payments.accountId, id)).orderBy(asc(payments.createdAt))

/** The kinds of what was recorded about an applicant's payments, in order; the provider's answers left out. */
export async function paymentNotes(api: TestApi, { id }: Pick<TestApplicant, 'id'>): Promise<string[]> {
  const events = await api.database.db
    .select({ kind: paymentEvents.kind })
    .from(paymentEvents)
    .innerJoin(payments, eq(payments.id, paymentEvents.paymentId))
    .where(eq(payments.accountId, id))
    .orderBy(asc(paymentEvents.id))
  return events.map(({ kind }) => kind).filter((kind) => kind !== 'answer')
}

/** How many receipts wait to be sent to the applicant, for servers whose jobs wait. */
export async function waitingReceipts(api: TestApi, { id }: Pick<TestApplicant, 'id'>): Promise<number> {
  const { rows } = await api.database.pool.query<{ count: number }>(
    `select count(*)::int from graphile_worker._private_jobs
      where payload ->> 'letter' = 'paymentReceived' and payload ->> 'accountId' = $1`,
    [id],
  )
  return rows[0]?.count ?? 0
}

const quiet = new Logger(() => () => {})

/**
 * Works off the checks that are due by the test's clock, for servers whose jobs wait.
 * @param gateway another one than the application's own
 */
export async function runDueChecks(api: TestApi, gateway: PaymentGateway = remita(api.config.remita)): Promise<void> {
  // The queue goes by the database's clock, which the test can't advance.
  await api.database.pool.query(
    "update graphile_worker._private_jobs set run_at = now() - interval '1 second' where run_at <= $1",
    [api.clock.now()],
  )
  const { database, clock } = api
  const check = checkPayment({ database, gateway, clock: clock.now, log: { error() {} } })
  const taskList: TaskList = { check_payment: (payload) => check(payload as Jobs['check_payment']) }
  await runOnce({ pgPool: database.pool, taskList, logger: quiet })
}
