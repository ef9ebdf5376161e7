// "Generate RRR": concurrent requests of one applicant, even on several servers, get the same RRR.
import { randomBytes } from 'node:crypto'
import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { errors } from '#shared/messages/errors.ts'
import { getTotalDue, toNaira } from '#shared/policy/money.ts'
import type { PaymentsDependencies } from '../dependencies.ts'
import { schedulePolling } from '../polling/schedule-polling.ts'
import type { RecordingGateway } from '../recording-gateway.ts'
import { addPayment, listPayments, lockPayer, type PaymentRecord, recordEvent, takeOverLease } from '../store.ts'
import { awaitRrr } from './await-rrr.ts'
import { decideRequest } from './decide-request.ts'
import { leaseMs } from './lease.ts'
import { type LeasedRequest, requestRrr } from './request-rrr.ts'

/** Each RRR is polled for weeks. */
const maxRrrsPerDay = 20
const dayMs = 24 * 60 * 60_000

export interface RrrRequest {
  accountId: string
  /** As sent; the server computes what is due and refuses any other amount. */
  amountNaira: number
  regenerate: boolean
}

/** @returns the RRR to pay by */
export async function generateRrr(
  deps: PaymentsDependencies,
  gateway: RecordingGateway,
  request: RrrRequest,
): Promise<string> {
  const { clock } = deps
  const requestedAt = clock()
  // Another round is needed when the RRR that was pending turns out to be for another amount. Each requests one at most,
  // so their number a day limits the rounds.
  for (;;) {
    const plan = await deps.database.db.transaction((tx) => planRequest(tx, { ...request, requestedAt }, clock()))
    if (plan.kind === 'reuse') return plan.rrr
    const payment = plan.kind === 'wait' ? await awaitRrr(deps, plan.id) : await requestRrr(deps, gateway, plan.request)
    if (payment?.state.status === 'open' && toNaira(payment.state.dueKobo) === request.amountNaira)
      return payment.state.rrr
  }
}

type RequestPlan =
  | { kind: 'reuse'; rrr: string }
  | { kind: 'wait'; id: string }
  | { kind: 'request'; request: LeasedRequest }

/** Decides under the account's lock, and takes the lease before the provider is asked. */
async function planRequest(
  tx: Tx,
  { accountId, amountNaira, regenerate, requestedAt }: RrrRequest & { requestedAt: Date },
  now: Date,
): Promise<RequestPlan> {
  const payer = await lockPayer(tx, accountId)
  if (!payer) throw new AppError('session_ended')
  const payments = await listPayments(tx, accountId)
  const dueKobo = getTotalDue({ amount: payer.feeKobo, charge: payer.chargeKobo })
  const decision = decideRequest({ dueKobo, regenerate, requestedAt }, payments, now)
  if (decision.kind === 'already_paid') throw new AppError('already_paid')
  if (amountNaira !== toNaira(dueKobo))
    throw createFieldsError('amount_differs', [{ path: 'amount', message: errors.amount_differs.message }])

  const leaseExpiresAt = new Date(now.getTime() + leaseMs)
  switch (decision.kind) {
    case 'reuse':
    case 'wait':
      return decision
    case 'resume': {
      const payment = await takeOverLease(tx, decision.id, leaseExpiresAt)
      return { kind: 'request', request: { payer, payment, isResumed: true } }
    }
    case 'request': {
      assertBelowDailyLimit(payments, now)
      const { userId, feeKobo, chargeKobo } = payer
      const order = { accountId, orderId: createOrderId(userId), feeKobo, chargeKobo, createdAt: now }
      const payment = await addPayment(tx, { ...order, leaseExpiresAt })
      await recordEvent(tx, { payment, kind: 'requested', detail: { dueKobo }, at: now })
      // If this server stops before the answer, the job looks the order up.
      await schedulePolling(tx, payment, now, false)
      return { kind: 'request', request: { payer, payment, isResumed: false } }
    }
  }
}

const createOrderId = (userId: string) => `${userId}-${randomBytes(6).toString('hex')}`

function assertBelowDailyLimit(payments: PaymentRecord[], now: Date): void {
  const dayAgo = now.getTime() - dayMs
  if (payments.filter(({ createdAt }) => createdAt.getTime() > dayAgo).length < maxRrrsPerDay) return
  throw new AppError('too_many_requests', {
    message: 'You have generated many RRRs today. Pay one of them, or generate another one tomorrow.',
  })
}
