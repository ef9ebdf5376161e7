// What the payments feature is handed.
import type { Db } from '#server/platform/database/connection.ts'
import type { PaymentGateway } from '#server/providers/payment/payment-gateway.ts'

export interface Means {
  database: { db: Db }
  gateway: PaymentGateway
  clock: () => Date
  log: { error(detail: object, message: string): void }
}
