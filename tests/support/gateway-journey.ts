// Journeys that visit the product through a gateway which can be broken.
import { type Breakage, type Gateway, startGateway } from './gateway.ts'
import { test as journey } from './journey.ts'

/** The gateway as a journey sees it; the failures that follow from a breakage are expected by themselves. */
export type BreakableGateway = Pick<Gateway, 'passed' | 'breaks' | 'mends'>

export const test = journey.extend<{ gatewayServer: Gateway; gateway: BreakableGateway }>({
  gatewayServer: async ({ product }, use) => {
    const gateway = await startGateway(product.url)
    await use(gateway)
    await gateway.close()
  },

  baseURL: ({ gatewayServer }, use) => use(gatewayServer.url),

  gateway: async ({ gatewayServer, expectFailure }, use) => {
    const breaks = (call: string, breakage: Breakage) => {
      const status = breakage === 'hangs up' ? 'ERR_EMPTY_RESPONSE' : breakage.status
      const [, path = ''] = call.split(' ')
      if (status === 'ERR_EMPTY_RESPONSE' || status >= 400) expectFailure({ status, url: pattern(path) })
      gatewayServer.breaks(call, breakage)
    }
    await use({ passed: gatewayServer.passed, breaks, mends: gatewayServer.mends })
  },
})

const pattern = (path: string) => new RegExp(`${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(\\?|$)`)
