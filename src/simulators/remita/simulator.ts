// Remita on its own port: everything of `remita.md` that a portal uses, and controls under /simulator/.
import { createFaultStore } from '../http/faults.ts'
import { createProviderCalls } from '../http/provider-calls.ts'
import { type RunningSimulator, startHttpServer } from '../http/server.ts'
import { bankRoutes } from './bank-page.ts'
import { controlRoutes } from './controls.ts'
import { demoCredentials, type MerchantCredentials } from './credentials.ts'
import { type RemitaFaults, remitaFaultsSchema } from './faults.ts'
import { createNotifier } from './notifier.ts'
import { noOrderFile, openOrderFile } from './order-file.ts'
import { createOrderStore } from './orders.ts'
import { createPaymentProcessor } from './payment-processor.ts'
import { providerRoutes } from './provider-routes.ts'
import { widgetRoutes } from './widget.ts'

export interface RemitaSimulatorOptions {
  /** 0, the default, selects a free port. */
  port?: number
  host?: string
  credentials?: MerchantCredentials
  /** The target of notifications; without it none are sent. */
  notificationUrl?: string
  /** Saves the RRRs across restarts. */
  stateFile?: string
  now?: () => Date
}

export interface RemitaSimulator extends RunningSimulator {
  credentials: MerchantCredentials
}

/** @throws Error when the port cannot be opened or the state file cannot be read */
export async function startRemitaSimulator(options: RemitaSimulatorOptions = {}): Promise<RemitaSimulator> {
  const credentials = options.credentials ?? demoCredentials
  const file = options.stateFile ? openOrderFile(options.stateFile) : noOrderFile
  const orders = createOrderStore(options.now ?? (() => new Date()), await file.read())
  const save = () => file.write(orders.all)
  const faults = createFaultStore<RemitaFaults>(remitaFaultsSchema)
  const notifier = createNotifier(faults, options.notificationUrl)
  const processor = createPaymentProcessor(orders, save, notifier)

  const calls = createProviderCalls(faults, async () => {
    orders.clear()
    notifier.clear()
    await save()
  })

  const serving = await startHttpServer(
    'the Remita simulator',
    [
      ...providerRoutes({ calls, orders, credentials, save }),
      ...widgetRoutes({ calls, orders, processor, publicKey: credentials.publicKey }),
      ...bankRoutes({ orders, processor }),
      ...controlRoutes({ orders, processor, notifier }),
      ...calls.controls,
    ],
    { host: options.host ?? '127.0.0.1', port: options.port ?? 0 },
  )
  return {
    ...serving,
    credentials,
    async close() {
      notifier.clear()
      await serving.close()
      await save()
    },
  }
}
