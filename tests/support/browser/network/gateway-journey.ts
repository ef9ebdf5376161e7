// Journeys that open the product through a gateway which can fail calls.

import { test as journey } from '../journey.ts'
import { type FaultyGateway, type GatewayFault, startFaultyGateway } from './faulty-gateway.ts'

/** The gateway as journeys see it: the browser errors that a fault causes are expected automatically. */
export type JourneyGateway = Pick<FaultyGateway, 'receivedCalls' | 'failWith' | 'restore'>

export const test = journey.extend<{ gatewayServer: FaultyGateway; gateway: JourneyGateway }>({
  gatewayServer: async ({ product }, use) => {
    const gateway = await startFaultyGateway(product.url)
    await use(gateway)
    await gateway.close()
  },

  baseURL: ({ gatewayServer }, use) => use(gatewayServer.url),

  gateway: async ({ gatewayServer, expectFailure }, use) => {
    const failWith = (call: string, fault: GatewayFault) => {
      const [, path = ''] = call.split(' ')
      const url = pathPattern(path)
      // Closing the connection while the body is still being sent makes the browser report a reset instead.
      if (fault === 'hangs up')
        for (const status of ['ERR_EMPTY_RESPONSE', 'ERR_CONNECTION_RESET'] as const) expectFailure({ status, url })
      else if (fault.status >= 400) expectFailure({ status: fault.status, url })
      gatewayServer.failWith(call, fault)
    }
    await use({ receivedCalls: gatewayServer.receivedCalls, failWith, restore: gatewayServer.restore })
  },
})

const pathPattern = (path: string) => new RegExp(`${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(\\?|$)`)
