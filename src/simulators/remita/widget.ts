// What the widget in the browser requests: its script, the order, Pay and Fail.
import { readFileSync } from 'node:fs'
import type { ProviderCalls } from '../http/provider-calls.ts'
import { jsonResponse, type SimulatorResponse, scriptResponse } from '../http/reply.ts'
import type { SimulatorRequest, SimulatorRoute } from '../http/server.ts'
import type { RemitaFaults } from './faults.ts'
import { isPaid, type OrderStore, type RemitaOrder } from './orders.ts'
import type { PaymentProcessor } from './payment-processor.ts'
import { koboToNaira } from './wire.ts'

interface WidgetParts {
  calls: ProviderCalls<RemitaFaults>
  orders: OrderStore
  processor: PaymentProcessor
  publicKey: string
}

const bundle = readFileSync(new URL('./widget.browser.js', import.meta.url), 'utf8')

/** Every origin may use the widget: a merchant's page always has another origin. */
const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-methods': 'GET, POST',
  'cross-origin-resource-policy': 'cross-origin',
}

export function widgetRoutes({ calls, orders, processor, publicKey }: WidgetParts): SimulatorRoute[] {
  const allowEveryOrigin = (answer: SimulatorResponse): SimulatorResponse => ({
    ...answer,
    headers: { ...answer.headers, ...crossOrigin },
  })
  // With HTTP 200, because browsers log any other status as an error of the merchant's page.
  const reject = (message: string, transactionId?: unknown) =>
    jsonResponse({ status: 'FAILED', message, transactionId })

  /** Answers for the order in the path if the merchant's public key is correct. */
  const answerForOrder = async (
    request: SimulatorRequest,
    key: unknown,
    answer: (order: RemitaOrder) => SimulatorResponse | Promise<SimulatorResponse>,
  ) => {
    if (key !== publicKey) return allowEveryOrigin(reject('The public key of the merchant is not known.'))
    const order = orders.byRrr(request.params.rrr ?? '')
    return allowEveryOrigin(order ? await answer(order) : reject('This RRR is not known.'))
  }

  return [
    {
      method: 'GET',
      path: '/payment/v1/remita-pay-inline.bundle.js',
      handle: calls.call('widget', () => allowEveryOrigin(scriptResponse(bundle))),
    },
    { method: 'OPTIONS', path: '/payment/v1/rrr/:rrr', handle: () => allowEveryOrigin(jsonResponse('', 204)) },
    { method: 'OPTIONS', path: '/payment/v1/rrr/:rrr/:action', handle: () => allowEveryOrigin(jsonResponse('', 204)) },
    {
      method: 'GET',
      path: '/payment/v1/rrr/:rrr',
      handle: (request) =>
        answerForOrder(request, request.query.get('key'), ({ rrr, kobo, payerName, description }) =>
          jsonResponse({ rrr, amount: koboToNaira(kobo), payerName, description }),
        ),
    },
    {
      method: 'POST',
      path: '/payment/v1/rrr/:rrr/pay',
      handle: calls.call('widgetPay', (request) => {
        const { key, transactionId } = readBody(request)
        return answerForOrder(request, key, async (order) => {
          if (isPaid(order)) return reject('This RRR has been paid already.', transactionId)
          await processor.pay(order.rrr, 'CARDPAYMENT')
          return jsonResponse({
            paymentReference: order.rrr,
            processorId: `SIM${order.rrr}`,
            transactionId,
            message: 'Approved',
            amount: koboToNaira(order.kobo),
          })
        })
      }),
    },
    {
      method: 'POST',
      path: '/payment/v1/rrr/:rrr/fail',
      handle(request) {
        const { key, transactionId } = readBody(request)
        return answerForOrder(request, key, async (order) => {
          await processor.decline(order.rrr)
          return reject('The bank declined the payment.', transactionId)
        })
      },
    },
  ]
}

function readBody(request: SimulatorRequest): { key?: unknown; transactionId?: unknown } {
  try {
    const body: unknown = JSON.parse(request.body)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}
