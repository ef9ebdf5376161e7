// Controls of the simulator besides the faults: pay, send notifications, list orders.
import { z } from 'zod'
import { ControlError, parseControlBody, runControl } from '../http/provider-calls.ts'
import { jsonResponse } from '../http/reply.ts'
import type { SimulatorRoute } from '../http/server.ts'
import type { Notifier } from './notifier.ts'
import { channels, type OrderStore } from './orders.ts'
import { type PaymentProcessor, summarizeOrder } from './payment-processor.ts'
import { parseKobo } from './wire.ts'

const paymentRequest = z.strictObject({
  rrr: z.string(),
  /** Naira; by default the amount due. */
  amount: z.union([z.string(), z.number()]).optional(),
  channel: z.enum(channels).default('BRANCH'),
})

const notification = z.looseObject({ rrr: z.string() })

const addressRequest = z.strictObject({ url: z.url().nullable() })

interface ControlParts {
  orders: OrderStore
  processor: PaymentProcessor
  notifier: Notifier
}

export function controlRoutes({ orders, processor, notifier }: ControlParts): SimulatorRoute[] {
  return [
    {
      method: 'POST',
      path: '/simulator/pay',
      handle: ({ body }) =>
        runControl(async () => {
          const { rrr, amount, channel } = paymentRequest.parse(parseControlBody(body))
          const kobo = amount === undefined ? undefined : parseKobo(String(amount))
          if (amount !== undefined && !kobo) throw new ControlError('amount must be naira, as 12500 or "12500.50".')
          return summarizeOrder(await processor.payAndNotify(rrr, channel, kobo))
        }),
    },
    {
      method: 'POST',
      path: '/simulator/notify',
      handle: ({ body }) =>
        runControl(() => {
          const fields = notification.parse(parseControlBody(body))
          return notifier.notifyUnpaid(fields, orders.byRrr(fields.rrr))
        }),
    },
    {
      method: 'POST',
      path: '/simulator/notification-url',
      handle: ({ body }) =>
        runControl(() => {
          notifier.url = addressRequest.parse(parseControlBody(body)).url ?? undefined
        }),
    },
    { method: 'GET', path: '/simulator/notifications', handle: () => jsonResponse(notifier.deliveries()) },
    { method: 'GET', path: '/simulator/orders', handle: () => jsonResponse(orders.all().map(summarizeOrder)) },
  ]
}
