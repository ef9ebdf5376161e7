// The provider's book of orders: which RRR was given for which order, and what was paid on it.
import { randomInt } from 'node:crypto'
import { z } from 'zod'

export const channels = ['CARDPAYMENT', 'BRANCH', 'WEB', 'CASH'] as const
export type Channel = (typeof channels)[number]

const paymentSchema = z.object({ kobo: z.int().positive(), channel: z.enum(channels), at: z.iso.datetime() })

const orderSchema = z.object({
  rrr: z.string().regex(/^\d{12}$/),
  orderId: z.string(),
  serviceTypeId: z.string(),
  /** What is due, in kobo. */
  kobo: z.int().positive(),
  payerName: z.string(),
  payerEmail: z.string(),
  payerPhone: z.string(),
  description: z.string(),
  customFields: z.array(z.object({ name: z.string(), value: z.string() })),
  createdAt: z.iso.datetime(),
  /** Usually one. A second one is money paid again, which a provider takes and reports. */
  payments: z.array(paymentSchema),
  failedAttempts: z.int().nonnegative(),
})

export const ordersSchema = z.array(orderSchema)
export type Order = z.infer<typeof orderSchema>
export type Payment = z.infer<typeof paymentSchema>
export type NewOrder = Omit<Order, 'rrr' | 'createdAt' | 'payments' | 'failedAttempts'>

export type OrderBook = ReturnType<typeof createOrderBook>

/** @param now the provider's clock */
export function createOrderBook(now: () => Date, known: Order[] = []) {
  const byRrr = new Map(known.map((order) => [order.rrr, order]))
  const byOrderId = new Map(known.map((order) => [order.orderId, order]))
  const asksSincePaid = new Map<Order, number>()

  return {
    byRrr: (rrr: string) => byRrr.get(rrr),
    byOrderId: (orderId: string) => byOrderId.get(orderId),
    all: () => [...byRrr.values()],

    open(asked: NewOrder): Order {
      const order = { ...asked, rrr: freeRrr(byRrr), createdAt: now().toISOString(), payments: [], failedAttempts: 0 }
      byRrr.set(order.rrr, order)
      byOrderId.set(order.orderId, order)
      return order
    },

    pay(order: Order, kobo: number, channel: Channel): Payment {
      const payment: Payment = { kobo, channel, at: now().toISOString() }
      order.payments.push(payment)
      return payment
    },

    failAttempt(order: Order): void {
      order.failedAttempts += 1
    },

    /** How often a paid order has been asked about, this time included. */
    noteAsk(order: Order): number {
      const asks = (asksSincePaid.get(order) ?? 0) + 1
      asksSincePaid.set(order, asks)
      return asks
    },

    clear(): void {
      asksSincePaid.clear()
      byRrr.clear()
      byOrderId.clear()
    },
  }
}

export const isPaid = (order: Order) => order.payments.length > 0

/** All that was paid on the order, in kobo. */
export const paidKobo = (order: Order) => order.payments.reduce((sum, payment) => sum + payment.kobo, 0)

/** The payment that settled the order: the one that reached what is due, else the newest. Later ones never move the date. */
export function settlingPayment(order: Order): Payment | undefined {
  let sum = 0
  for (const payment of order.payments) {
    sum += payment.kobo
    if (sum >= order.kobo) return payment
  }
  return order.payments.at(-1)
}

/** Random, because a serial number would repeat after a reset and the portal keeps an RRR for ever. */
function freeRrr(taken: Map<string, Order>): string {
  const rrr = String(randomInt(100_000_000_000, 1_000_000_000_000 - 1))
  return taken.has(rrr) ? freeRrr(taken) : rrr
}
