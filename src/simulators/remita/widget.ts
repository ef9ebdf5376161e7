// What the widget in the browser talks to: its script, the order it shows, Pay and Fail.
import { readFileSync } from 'node:fs'
import type { ProviderCalls } from '../http/provider-calls.ts'
import { type Answer, json, script } from '../http/reply.ts'
import type { Asked, Route } from '../http/serve.ts'
import type { Cashier } from './cashier.ts'
import type { RemitaFaults } from './faults.ts'
import { isPaid, type Order, type OrderBook } from './orders.ts'
import { nairaOf } from './wire.ts'

interface WidgetParts {
  calls: ProviderCalls<RemitaFaults>
  orders: OrderBook
  cashier: Cashier
  publicKey: string
}

const bundle = readFileSync(new URL('./widget.browser.js', import.meta.url), 'utf8')

/** Any page may load the widget and talk to it: a merchant's page is always of another origin. */
const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-methods': 'GET, POST',
  'cross-origin-resource-policy': 'cross-origin',
}

export function widgetRoutes({ calls, orders, cashier, publicKey }: WidgetParts): Route[] {
  const shared = (answer: Answer): Answer => ({ ...answer, headers: { ...answer.headers, ...crossOrigin } })
  // With HTTP 200: a browser logs every other status as an error of the merchant's page.
  const refusal = (message: string, transactionId?: unknown) => json({ status: 'FAILED', message, transactionId })

  /** Answers about the order that the path names, once the merchant's public key is right. */
  const about = async (asked: Asked, key: unknown, answer: (order: Order) => Answer | Promise<Answer>) => {
    if (key !== publicKey) return shared(refusal('The public key of the merchant is not known.'))
    const order = orders.byRrr(asked.params.rrr ?? '')
    return shared(order ? await answer(order) : refusal('This RRR is not known.'))
  }

  return [
    {
      method: 'GET',
      path: '/payment/v1/remita-pay-inline.bundle.js',
      handle: calls.call('widget', () => shared(script(bundle))),
    },
    { method: 'OPTIONS', path: '/payment/v1/rrr/:rrr', handle: () => shared(json('', 204)) },
    { method: 'OPTIONS', path: '/payment/v1/rrr/:rrr/:action', handle: () => shared(json('', 204)) },
    {
      method: 'GET',
      path: '/payment/v1/rrr/:rrr',
      handle: (asked) =>
        about(asked, asked.query.get('key'), ({ rrr, kobo, payerName, description }) =>
          json({ rrr, amount: nairaOf(kobo), payerName, description }),
        ),
    },
    {
      method: 'POST',
      path: '/payment/v1/rrr/:rrr/pay',
      handle: calls.call('widgetPay', (asked) => {
        const { key, transactionId } = requestOf(asked)
        return about(asked, key, async (order) => {
          if (isPaid(order)) return refusal('This RRR has been paid already.', transactionId)
          await cashier.takeQuietly(order.rrr, 'CARDPAYMENT')
          return json({
            paymentReference: order.rrr,
            processorId: `SIM${order.rrr}`,
            transactionId,
            message: 'Approved',
            amount: nairaOf(order.kobo),
          })
        })
      }),
    },
    {
      method: 'POST',
      path: '/payment/v1/rrr/:rrr/fail',
      handle(asked) {
        const { key, transactionId } = requestOf(asked)
        return about(asked, key, async (order) => {
          await cashier.decline(order.rrr)
          return refusal('The bank declined the payment.', transactionId)
        })
      },
    },
  ]
}

function requestOf(asked: Asked): { key?: unknown; transactionId?: unknown } {
  try {
    const request: unknown = JSON.parse(asked.body)
    return typeof request === 'object' && request !== null ? request : {}
  } catch {
    return {}
  }
}
