import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import type { Jobs } from '#server/platform/queue/queue.ts'
import { readNotifiedRrrs } from '#server/providers/payment/notification.ts'
import type { Payment } from '#shared/api/applicant/payments.ts'
import type { PaymentsDependencies } from './dependencies.ts'
import { checkPayment } from './polling/check-payment.ts'
import { scheduleImmediateCheck, scheduleLaterChecks } from './polling/schedule-polling.ts'
import { presentPayment } from './presenter.ts'
import { createRecordingGateway, isDefinite } from './recording-gateway.ts'
import { generateRrr, type RrrRequest } from './request-rrr/generate-rrr.ts'
import { applyEvent } from './status/apply-event.ts'
import type { PaidState } from './status/payment-state.ts'
import {
  countEvents,
  findOwnPayment,
  findPaidPayment,
  findPayment,
  findPaymentsByRrr,
  listPayments,
  type PaymentRecord,
  recordEvent,
} from './store.ts'

const hourMs = 60 * 60_000
/** Notifications are unsigned, so anyone can send them: further ones still trigger a check, but are not recorded. */
const maxRecordedNotificationsPerHour = 50

export type PaidPayment = PaymentRecord & { state: PaidState }

export type PaymentsService = ReturnType<typeof createPaymentsService>

export function createPaymentsService(deps: PaymentsDependencies) {
  const { clock } = deps
  const { db } = deps.database
  const gateway = createRecordingGateway(deps)

  return {
    /**
     * The applicant's RRR to pay by.
     * @throws AppError `already_paid`, `amount_differs`, `payment_provider_unavailable`, `too_many_requests`
     */
    generateRrr: (request: RrrRequest): Promise<string> => generateRrr(deps, gateway, request),

    /**
     * Asks the provider about one of the applicant's own RRRs.
     * @returns this payment, or the one by which the fee was paid before
     * @throws AppError `rrr_unknown`, `payment_not_verified`, `payment_provider_unavailable`
     */
    async verify(accountId: string, rrr: string): Promise<PaidPayment> {
      const payment = await findOwnPayment(db, accountId, rrr)
      if (!payment) throw new AppError('rrr_unknown')
      if (isPaid(payment)) return payment

      const answer = await gateway.getStatus(payment)
      const after = await db.transaction((tx) =>
        applyEvent(tx, payment, { kind: 'answered', answer }, { now: clock(), actor: 'applicant' }),
      )
      if (isPaid(after)) return after
      const paidBefore = await findPaidPayment(db, accountId)
      if (paidBefore && isPaid(paidBefore)) return paidBefore
      throw new AppError(isDefinite(answer) ? 'payment_not_verified' : 'payment_provider_unavailable')
    },

    /** The paid payment or else the newest RRR, as its owner sees it. @throws AppError `no_payment` */
    async getCurrent(accountId: string): Promise<Payment> {
      const paid = await findPaidPayment(db, accountId)
      if (paid) return presentPayment(paid)
      const newest = (await listPayments(db, accountId)).find(({ state }) => state.rrr !== null)
      if (!newest) throw new AppError('no_payment')
      return presentPayment(newest)
    },

    /** Schedules a check of each RRR that the notification names; unknown RRRs are ignored. */
    async acceptNotification(body: unknown): Promise<void> {
      const rrrs = readNotifiedRrrs(body)
      if (rrrs.length === 0) return
      await db.transaction(async (tx) => {
        const now = clock()
        for (const payment of await findPaymentsByRrr(tx, rrrs)) {
          const recorded = await countEvents(tx, payment.id, 'notified', new Date(now.getTime() - hourMs))
          if (recorded < maxRecordedNotificationsPerHour) await recordEvent(tx, { payment, kind: 'notified', at: now })
          await scheduleImmediateCheck(tx, payment, now)
        }
      })
    },

    /** Has the job ask the provider about a payment, at once or a few seconds after it was asked last. */
    async scheduleCheck(tx: Tx, paymentId: string): Promise<void> {
      const payment = await findPayment(tx, paymentId)
      if (payment) await scheduleImmediateCheck(tx, payment, clock())
    },

    /** Has the job ask the provider about many payments, when nobody waits for the answers. */
    scheduleChecks: (tx: Tx, paymentIds: readonly string[]): Promise<void> => scheduleLaterChecks(tx, paymentIds),

    /** The job `check_payment`. */
    checkPayment: ({ paymentId }: Jobs['check_payment']): Promise<void> => checkPayment(deps, gateway, paymentId),
  }
}

const isPaid = (payment: PaymentRecord): payment is PaidPayment => payment.state.status === 'paid'
