// Everything outside the process, as the application sees it. Tests hand in the same parts, which then talk to simulators.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { clamd } from './providers/files/scan/clamd.ts'
import type { VirusScanner } from './providers/files/scan/virus-scanner.ts'
import type { FileStore } from './providers/files/store/file-store.ts'
import { localFiles } from './providers/files/store/local-store.ts'
import { s3Files } from './providers/files/store/s3-store.ts'
import type { Mailer } from './providers/mail/mailer.ts'
import { smtpMailer } from './providers/mail/smtp.ts'
import { dojah } from './providers/nin/dojah.ts'
import type { NinRegister } from './providers/nin/nin-register.ts'
import { prembly } from './providers/nin/prembly.ts'
import type { PaymentGateway } from './providers/payment/payment-gateway.ts'
import { remita } from './providers/payment/remita.ts'

export interface Outside {
  gateway: PaymentGateway
  register: NinRegister
  mailer: Mailer
  files: FileStore
  /** Absent where no scanner is set up. */
  scanner?: VirusScanner | undefined
  clock: () => Date
  log: FastifyBaseLogger
}

/** The real adapters, as the settings name them. */
export async function openOutside(config: Config, log: FastifyBaseLogger): Promise<Outside> {
  return {
    gateway: remita(config.remita),
    register: registers[config.nin.provider](config.nin),
    mailer: smtpMailer(config.mail),
    files: config.files.kind === 's3' ? s3Files(config.files) : await localFiles(join(config.dataDir, 'files')),
    scanner: config.clamav && clamd(config.clamav),
    clock: () => new Date(),
    log,
  }
}

const registers: Record<Config['nin']['provider'], (settings: Config['nin']) => NinRegister> = { prembly, dojah }
