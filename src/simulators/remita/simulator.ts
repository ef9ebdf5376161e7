// Remita on a port of its own: everything of `remita.md` that a portal talks to, and controls under /simulator/.
import { createFaultBoard } from '../http/faults.ts'
import { createProviderCalls } from '../http/provider-calls.ts'
import { type Serving, serve } from '../http/serve.ts'
import { bankRoutes } from './bank-page.ts'
import { createCashier } from './cashier.ts'
import { controlRoutes } from './controls.ts'
import { type Credentials, demoCredentials } from './credentials.ts'
import { type RemitaFaults, remitaFaults } from './faults.ts'
import { createPostman } from './notification.ts'
import { noOrderFile, orderFile } from './order-file.ts'
import { createOrderBook } from './orders.ts'
import { providerRoutes } from './provider-routes.ts'
import { widgetRoutes } from './widget.ts'

export interface RemitaOptions {
  /** 0, the default, takes a free port. */
  port?: number
  host?: string
  credentials?: Credentials
  /** Where payments are notified to; nothing is sent without it. */
  notificationUrl?: string
  /** Keeps the RRRs over a restart. */
  stateFile?: string
  now?: () => Date
}

export interface RemitaSimulator extends Serving {
  credentials: Credentials
}

/** @throws Error with a clear sentence when the port is taken or the state file is not one */
export async function startRemitaSimulator(options: RemitaOptions = {}): Promise<RemitaSimulator> {
  const credentials = options.credentials ?? demoCredentials
  const file = options.stateFile ? orderFile(options.stateFile) : noOrderFile
  const orders = createOrderBook(options.now ?? (() => new Date()), await file.read())
  const save = () => file.write(orders.all)
  const board = createFaultBoard<RemitaFaults>(remitaFaults)
  const postman = createPostman(board, options.notificationUrl)
  const cashier = createCashier(orders, save, postman)

  const calls = createProviderCalls(board, async () => {
    orders.clear()
    postman.clear()
    await save()
  })

  const serving = await serve(
    'the Remita simulator',
    [
      ...providerRoutes({ calls, orders, credentials, save }),
      ...widgetRoutes({ calls, orders, cashier, publicKey: credentials.publicKey }),
      ...bankRoutes({ orders, cashier }),
      ...controlRoutes({ orders, cashier, postman }),
      ...calls.controls,
    ],
    { host: options.host ?? '127.0.0.1', port: options.port ?? 0 },
  )
  return {
    ...serving,
    credentials,
    async close() {
      postman.clear()
      await serving.close()
      await save()
    },
  }
}
