import type { Db } from '#server/database/connection.ts'
import type { PaymentGateway } from '#server/providers/payment/payment-gateway.ts'

export interface PaymentsDependencies {
  database: { db: Db }
  gateway: PaymentGateway
  clock: () => Date
  log: { error(detail: object, message: string): void }
}
