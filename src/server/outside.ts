// Everything outside the process, as the application sees it. Tests hand in real parts that listen elsewhere.
import type { FastifyBaseLogger } from 'fastify'
import type { FileStore } from './providers/files/file-store.ts'
import type { Mailer } from './providers/mail/mailer.ts'
import type { NinRegister } from './providers/nin/nin-register.ts'
import type { PaymentGateway } from './providers/payment/payment-gateway.ts'

export interface Outside {
  gateway: PaymentGateway
  register: NinRegister
  mailer: Mailer
  files: FileStore
  clock: () => Date
  log: FastifyBaseLogger
}
