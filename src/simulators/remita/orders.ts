// The provider's orders with their RRRs and payments.
import { randomInt } from 'node:crypto'
import { z } from 'zod'

export const channels = ['CARDPAYMENT', 'BRANCH', 'WEB', 'CASH'] as const
export type Channel = (typeof channels)[number]

const paymentSchema = z.object({ kobo: z.int().positive(), channel: z.enum(channels), at: z.iso.datetime() })

const orderSchema = z.object({
  rrr: z.string().regex(/^\d{12}$/),
  orderId: z.string(),
  serviceTypeId: z.string(),
  /** The amount due. */
  kobo: z.int().positive(),
  payerName: z.string(),
  payerEmail: z.string(),
  payerPhone: z.string(),
  description: z.string(),
  customFields: z.array(z.object({ name: z.string(), value: z.string() })),
  createdAt: z.iso.datetime(),
  /** Usually one. Paying again is possible, and the provider reports the sum. */
  payments: z.array(paymentSchema),
  failedAttempts: z.int().nonnegative(),
})

export const ordersSchema = z.array(orderSchema)
export type RemitaOrder = z.infer<typeof orderSchema>
export type OrderPayment = z.infer<typeof paymentSchema>
export type NewOrder = Omit<RemitaOrder, 'rrr' | 'createdAt' | 'payments' | 'failedAttempts'>

export type OrderStore = ReturnType<typeof createOrderStore>

/** @param now the provider's clock */
export function createOrderStore(now: () => Date, known: RemitaOrder[] = []) {
  const byRrr = new Map(known.map((order) => [order.rrr, order]))
  const byOrderId = new Map(known.map((order) => [order.orderId, order]))
  const statusRequests = new Map<RemitaOrder, number>()

  return {
    byRrr: (rrr: string) => byRrr.get(rrr),
    byOrderId: (orderId: string) => byOrderId.get(orderId),
    all: () => [...byRrr.values()],

    add(newOrder: NewOrder): RemitaOrder {
      const order = {
        ...newOrder,
        rrr: createRrr(byRrr),
        createdAt: now().toISOString(),
        payments: [],
        failedAttempts: 0,
      }
      byRrr.set(order.rrr, order)
      byOrderId.set(order.orderId, order)
      return order
    },

    pay(order: RemitaOrder, kobo: number, channel: Channel): OrderPayment {
      const payment: OrderPayment = { kobo, channel, at: now().toISOString() }
      order.payments.push(payment)
      return payment
    },

    failAttempt(order: RemitaOrder): void {
      order.failedAttempts += 1
    },

    /** The number of status requests for a paid order, including this one. */
    countStatusRequest(order: RemitaOrder): number {
      const count = (statusRequests.get(order) ?? 0) + 1
      statusRequests.set(order, count)
      return count
    },

    clear(): void {
      statusRequests.clear()
      byRrr.clear()
      byOrderId.clear()
    },
  }
}

export const isPaid = (order: RemitaOrder) => order.payments.length > 0

/** The sum of all payments. */
export const sumPaidKobo = (order: RemitaOrder) => order.payments.reduce((sum, payment) => sum + payment.kobo, 0)

/** The payment that reached the amount due, else the newest. Later ones do not change the date. */
export function findSettlingPayment(order: RemitaOrder): OrderPayment | undefined {
  let sum = 0
  for (const payment of order.payments) {
    sum += payment.kobo
    if (sum >= order.kobo) return payment
  }
  return order.payments.at(-1)
}

/** Random: a serial number would repeat after a reset, and the portal stores every RRR. */
function createRrr(taken: Map<string, RemitaOrder>): string {
  const rrr = String(randomInt(100_000_000_000, 1_000_000_000_000 - 1))
  return taken.has(rrr) ? createRrr(taken) : rrr
}
