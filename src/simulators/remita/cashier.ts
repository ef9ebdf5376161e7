// Takes money on an RRR, by whatever door it comes, keeps the book and has the portal notified.
import { ControlError } from '../http/provider-calls.ts'
import type { Postman } from './notification.ts'
import { type Channel, type Order, type OrderBook, paidKobo } from './orders.ts'

export type Cashier = ReturnType<typeof createCashier>

export function createCashier(orders: OrderBook, save: () => Promise<void>, postman: Postman) {
  const find = (rrr: string): Order => {
    const order = orders.byRrr(rrr)
    if (!order) throw new ControlError(`RRR ${rrr || '(none)'} was never issued here.`)
    return order
  }

  const take = async (rrr: string, channel: Channel, kobo?: number) => {
    const order = find(rrr)
    const payment = orders.pay(order, kobo ?? order.kobo, channel)
    await save()
    return { order, payment }
  }

  return {
    /**
     * Takes a payment and waits until its notification is out. Paying again adds to what was paid, as at a real counter.
     * @param kobo what is paid; what is due when left out
     * @throws ControlError when the RRR is unknown
     */
    async takeAndNotify(rrr: string, channel: Channel, kobo?: number): Promise<Order> {
      const { order, payment } = await take(rrr, channel, kobo)
      await postman.announce(order, payment)
      return order
    },

    /** The same for a payer who does not wait for the portal to be told. */
    async takeQuietly(rrr: string, channel: Channel): Promise<Order> {
      const { order, payment } = await take(rrr, channel)
      void postman.announce(order, payment)
      return order
    },

    /** The bank refuses an attempt; the RRR stays payable. @throws ControlError when the RRR is unknown */
    async decline(rrr: string): Promise<void> {
      orders.failAttempt(find(rrr))
      await save()
    },
  }
}

/** What an order looks like to a test, in naira. */
export function receiptOf(order: Order) {
  const { rrr, orderId, kobo, payments } = order
  return { rrr, orderId, due: kobo / 100, paid: paidKobo(order) / 100, payments: payments.length }
}
