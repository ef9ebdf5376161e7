// What an applicant and the provider can do about payments.
import { AppError } from '#server/platform/api/app-error.ts'
import { rrrsIn } from '#server/providers/payment/notification.ts'
import type { Means } from './dependencies.ts'
import { checkSoon } from './polling/schedule-polling.ts'
import { isDefinite, recordedProvider } from './provider.ts'
import { generator } from './request-rrr/request-rrr.ts'
import type { Paid } from './status/payment-state.ts'
import { settle } from './status/settle.ts'
import { addEvent, countEvents, ownPayment, type Payment, paidPayment, paymentsByRrr, paymentsOf } from './store.ts'

const hourMs = 60 * 60_000
/** Notifications are unsigned: beyond these, an hour's are acted on but no longer written down. */
const notificationsKept = 50

export type PaidPayment = Payment & { state: Paid }

export type PaymentService = ReturnType<typeof paymentService>

export function paymentService(means: Means) {
  const { clock } = means
  const { db } = means.database
  const provider = recordedProvider(means)

  return {
    /**
     * The applicant's RRR to pay by.
     * @throws AppError `already_paid`, `amount_differs`, `payment_provider_unavailable`, `too_many_requests`
     */
    generate: generator(means),

    /**
     * Asks the provider about one of the applicant's own RRRs.
     * @returns the payment that counts: this one, or the one by which the fee was paid before
     * @throws AppError `rrr_unknown`, `payment_not_verified`, `payment_provider_unavailable`
     */
    async verify(accountId: string, rrr: string): Promise<PaidPayment> {
      const payment = await ownPayment(db, accountId, rrr)
      if (!payment) throw new AppError('rrr_unknown')
      if (isPaid(payment)) return payment

      const answer = await provider.statusOf(payment)
      const after = await db.transaction((tx) =>
        settle(tx, payment, { kind: 'answered', answer }, { now: clock(), actor: 'applicant' }),
      )
      if (isPaid(after)) return after
      const counting = await paidPayment(db, accountId)
      if (counting && isPaid(counting)) return counting
      throw new AppError(isDefinite(answer) ? 'payment_not_verified' : 'payment_provider_unavailable')
    },

    /** The paid payment or else the newest RRR. @throws AppError `no_payment` */
    async own(accountId: string): Promise<Payment> {
      const paid = await paidPayment(db, accountId)
      if (paid) return paid
      const newest = (await paymentsOf(db, accountId)).find(({ state }) => state.rrr !== null)
      if (!newest) throw new AppError('no_payment')
      return newest
    },

    /** Takes the provider's notification as a hint to ask about the RRRs that it names; unknown ones are passed over. */
    async notified(body: unknown): Promise<void> {
      const rrrs = rrrsIn(body)
      if (rrrs.length === 0) return
      await db.transaction(async (tx) => {
        const now = clock()
        for (const payment of await paymentsByRrr(tx, rrrs)) {
          const noted = await countEvents(tx, payment.id, 'notified', new Date(now.getTime() - hourMs))
          if (noted < notificationsKept) await addEvent(tx, { payment, kind: 'notified', at: now })
          await checkSoon(tx, payment, now)
        }
      })
    },
  }
}

const isPaid = (payment: Payment): payment is PaidPayment => payment.state.status === 'paid'
