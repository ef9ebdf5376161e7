// What a test or a developer may do to the simulator, beside the faults: pay, claim a payment, look at what happened.
import { z } from 'zod'
import { ControlError, controlled, parsed } from '../http/provider-calls.ts'
import { json } from '../http/reply.ts'
import type { Route } from '../http/serve.ts'
import { type Cashier, receiptOf } from './cashier.ts'
import type { Postman } from './notification.ts'
import { channels, type OrderBook } from './orders.ts'
import { koboOf } from './wire.ts'

const payment = z.strictObject({
  rrr: z.string(),
  /** Naira; what is due when left out. */
  amount: z.union([z.string(), z.number()]).optional(),
  channel: z.enum(channels).default('BRANCH'),
})

const claim = z.looseObject({ rrr: z.string() })

const address = z.strictObject({ url: z.url().nullable() })

interface ControlParts {
  orders: OrderBook
  cashier: Cashier
  postman: Postman
}

export function controlRoutes({ orders, cashier, postman }: ControlParts): Route[] {
  return [
    {
      method: 'POST',
      path: '/simulator/pay',
      handle: ({ body }) =>
        controlled(async () => {
          const { rrr, amount, channel } = payment.parse(parsed(body))
          const kobo = amount === undefined ? undefined : koboOf(String(amount))
          if (amount !== undefined && !kobo) throw new ControlError('amount must be naira, as 12500 or "12500.50".')
          return receiptOf(await cashier.takeAndNotify(rrr, channel, kobo))
        }),
    },
    {
      method: 'POST',
      path: '/simulator/notify',
      handle: ({ body }) =>
        controlled(() => {
          const claimed = claim.parse(parsed(body))
          return postman.claim(claimed, orders.byRrr(claimed.rrr))
        }),
    },
    {
      method: 'POST',
      path: '/simulator/notification-url',
      handle: ({ body }) =>
        controlled(() => {
          postman.url = address.parse(parsed(body)).url ?? undefined
        }),
    },
    { method: 'GET', path: '/simulator/notifications', handle: () => json(postman.deliveries()) },
    { method: 'GET', path: '/simulator/orders', handle: () => json(orders.all().map(receiptOf)) },
  ]
}
