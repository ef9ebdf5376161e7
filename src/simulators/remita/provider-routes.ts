// The three calls that a merchant's server makes, at Remita's paths.
import type { ProviderCalls } from '../http/provider-calls.ts'
import type { Route } from '../http/serve.ts'
import type { Credentials } from './credentials.ts'
import type { RemitaFaults } from './faults.ts'
import { generate } from './generate.ts'
import type { OrderBook } from './orders.ts'
import { status } from './status.ts'

const BASE = '/remita/exapp/api/v1/send/api/echannelsvc'

interface ProviderParts {
  calls: ProviderCalls<RemitaFaults>
  orders: OrderBook
  credentials: Credentials
  save: () => Promise<void>
}

export function providerRoutes({ calls, orders, credentials, save }: ProviderParts): Route[] {
  return [
    {
      method: 'POST',
      path: `${BASE}/merchant/api/paymentinit`,
      handle: calls.call('generate', (asked, fault) => generate(asked, fault, { credentials, orders, save })),
    },
    {
      method: 'GET',
      path: `${BASE}/:merchantId/:reference/:hash/status.reg`,
      handle: calls.call('status', (asked, fault) => {
        const reference = asked.params.reference ?? ''
        return status(asked, fault, { reference, order: orders.byRrr(reference), unknown: '022', orders, credentials })
      }),
    },
    {
      method: 'GET',
      path: `${BASE}/:merchantId/:reference/:hash/orderstatus.reg`,
      handle: calls.call('orderStatus', (asked, fault) => {
        const reference = asked.params.reference ?? ''
        return status(asked, fault, {
          reference,
          order: orders.byOrderId(reference),
          unknown: '026',
          orders,
          credentials,
        })
      }),
    },
  ]
}
