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
      const [, path = ''] = call.split(' ')
      const url = pattern(path)
      // One that hangs up while a body is still coming resets the connection.
      if (breakage === 'hangs up')
        for (const status of ['ERR_EMPTY_RESPONSE', 'ERR_CONNECTION_RESET'] as const) expectFailure({ status, url })
      else if (breakage.status >= 400) expectFailure({ status: breakage.status, url })
      gatewayServer.breaks(call, breakage)
    }
    await use({ passed: gatewayServer.passed, breaks, mends: gatewayServer.mends })
  },
})

const pattern = (path: string) => new RegExp(`${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(\\?|$)`)
