// What the widget in the browser talks to: its script, the order it shows, Pay and Fail.
import { readFileSync } from 'node:fs'
import { type Answer, json, script } from '../http/answer.ts'
import type { ProviderCalls } from '../http/provider-calls.ts'
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
  const refused = (message: string, status: number) => shared(json({ status: 'FAILED', message }, status))

  /** Answers about the order that the path names, once the merchant's public key is right. */
  const about = (asked: Asked, key: unknown, answer: (order: Order) => Answer): Answer => {
    if (key !== publicKey) return refused('The public key of the merchant is not known.', 401)
    const order = orders.byRrr(asked.params.rrr ?? '')
    return order ? shared(answer(order)) : refused('This RRR is not known.', 404)
  }

  return [
    {
      method: 'GET',
      path: '/payment/v1/remita-pay-inline.bundle.js',
      handle: calls.call('widget', () => shared(script(bundle))),
    },
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
      handle: calls.call('widgetPay', async (asked) => {
        const { key, transactionId } = requestOf(asked)
        const answer = about(asked, key, (order) => {
          if (isPaid(order)) return json({ status: 'FAILED', message: 'This RRR has been paid already.' }, 409)
          return json({
            paymentReference: order.rrr,
            processorId: `SIM${order.rrr}`,
            transactionId,
            message: 'Approved',
            amount: nairaOf(order.kobo),
          })
        })
        if (answer.status === 200) await cashier.takeQuietly(asked.params.rrr ?? '', 'CARDPAYMENT')
        return answer
      }),
    },
    {
      method: 'POST',
      path: '/payment/v1/rrr/:rrr/fail',
      async handle(asked) {
        const { key, transactionId } = requestOf(asked)
        const answer = about(asked, key, () =>
          json({ status: 'FAILED', message: 'The bank declined the payment.', transactionId }, 402),
        )
        if (answer.status === 402) await cashier.decline(asked.params.rrr ?? '')
        return answer
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
