// Accepts payments of an RRR from the widget, the bank page and the controls, and notifies the portal.
import { ControlError } from '../http/provider-calls.ts'
import type { Notifier } from './notifier.ts'
import { type Channel, type OrderStore, type RemitaOrder, sumPaidKobo } from './orders.ts'

export type PaymentProcessor = ReturnType<typeof createPaymentProcessor>

export function createPaymentProcessor(orders: OrderStore, save: () => Promise<void>, notifier: Notifier) {
  const find = (rrr: string): RemitaOrder => {
    const order = orders.byRrr(rrr)
    if (!order) throw new ControlError(`RRR ${rrr || '(none)'} was never issued here.`)
    return order
  }

  const addPayment = async (rrr: string, channel: Channel, kobo?: number) => {
    const order = find(rrr)
    const payment = orders.pay(order, kobo ?? order.kobo, channel)
    await save()
    return { order, payment }
  }

  return {
    /**
     * Pays, and waits until the notification is delivered. Paying again adds to the amount paid, as at a real bank.
     * @param kobo by default the amount due
     * @throws ControlError when the RRR is unknown
     */
    async payAndNotify(rrr: string, channel: Channel, kobo?: number): Promise<RemitaOrder> {
      const { order, payment } = await addPayment(rrr, channel, kobo)
      await notifier.notify(order, payment)
      return order
    },

    /** The same without waiting for the notification. */
    async pay(rrr: string, channel: Channel): Promise<RemitaOrder> {
      const { order, payment } = await addPayment(rrr, channel)
      void notifier.notify(order, payment)
      return order
    },

    /** A failed attempt; the RRR can still be paid. @throws ControlError when the RRR is unknown */
    async decline(rrr: string): Promise<void> {
      orders.failAttempt(find(rrr))
      await save()
    },
  }
}

/** In naira. */
export function summarizeOrder(order: RemitaOrder) {
  const { rrr, orderId, kobo, payments } = order
  return { rrr, orderId, due: kobo / 100, paid: sumPaidKobo(order) / 100, payments: payments.length }
}
