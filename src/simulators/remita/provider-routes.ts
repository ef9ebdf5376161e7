// The three calls that a merchant's server makes, at Remita's paths.
import type { ProviderCalls } from '../http/provider-calls.ts'
import type { SimulatorRoute } from '../http/server.ts'
import type { MerchantCredentials } from './credentials.ts'
import type { RemitaFaults } from './faults.ts'
import { answerGenerate } from './generate.ts'
import type { OrderStore } from './orders.ts'
import { answerStatus } from './status.ts'

const basePath = '/remita/exapp/api/v1/send/api/echannelsvc'

interface ProviderParts {
  calls: ProviderCalls<RemitaFaults>
  orders: OrderStore
  credentials: MerchantCredentials
  save: () => Promise<void>
}

export function providerRoutes({ calls, orders, credentials, save }: ProviderParts): SimulatorRoute[] {
  return [
    {
      method: 'POST',
      path: `${basePath}/merchant/api/paymentinit`,
      handle: calls.call('generate', (request, fault) => answerGenerate(request, fault, { credentials, orders, save })),
    },
    {
      method: 'GET',
      path: `${basePath}/:merchantId/:reference/:hash/status.reg`,
      handle: calls.call('status', (request, fault) => {
        const reference = request.params.reference ?? ''
        return answerStatus(request, fault, {
          reference,
          order: orders.byRrr(reference),
          unknown: '022',
          orders,
          credentials,
        })
      }),
    },
    {
      method: 'GET',
      path: `${basePath}/:merchantId/:reference/:hash/orderstatus.reg`,
      handle: calls.call('orderStatus', (request, fault) => {
        const reference = request.params.reference ?? ''
        return answerStatus(request, fault, {
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
