// The providers and systems that the server talks to. Tests use the same adapters against simulators.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { createDocumentRenderer, type DocumentRenderer } from './documents/document-renderer.ts'
import type { Metrics } from './platform/ops/metrics.ts'
import { classifyResultKind, measureProvider } from './platform/ops/provider-metrics.ts'
import type { TableExporter } from './providers/files/export/table-exporter.ts'
import { createThreadedTableExporter } from './providers/files/export/threaded-table-exporter.ts'
import type { FileInspector } from './providers/files/inspect/file-inspector.ts'
import { createThreadedInspector, type ThreadedInspector } from './providers/files/inspect/threaded-inspector.ts'
import { createClamdScanner } from './providers/files/scan/clamd.ts'
import type { VirusScanner } from './providers/files/scan/virus-scanner.ts'
import { type FileStore, FileStoreUnavailableError } from './providers/files/store/file-store.ts'
import { openLocalFileStore } from './providers/files/store/local-store.ts'
import { createS3FileStore, type S3Settings } from './providers/files/store/s3-store.ts'
import { createThreadedTableReader, type ThreadedTableReader } from './providers/files/tables/threaded-table-reader.ts'
import type { Mailer } from './providers/mail/mailer.ts'
import { createSmtpMailer } from './providers/mail/smtp.ts'
import { createDojahRegister } from './providers/nin/dojah.ts'
import type { NinRegister } from './providers/nin/nin-register.ts'
import { createPremblyRegister } from './providers/nin/prembly.ts'
import type { PaymentGateway } from './providers/payment/payment-gateway.ts'
import { createRemitaGateway } from './providers/payment/remita.ts'

export interface Adapters {
  gateway: PaymentGateway
  register: NinRegister
  mailer: Mailer
  files: FileStore
  inspector: ThreadedInspector
  documents: DocumentRenderer
  /** For slips by the thousand, which nobody waits for. */
  bulkDocuments: DocumentRenderer
  tableExporter: TableExporter
  tables: ThreadedTableReader
  /** Absent when no scanner is configured. */
  scanner?: VirusScanner | undefined
  clock: () => Date
  log: FastifyBaseLogger
}

/** Creates the adapters that the configuration names, each measured under its provider's name. */
export async function openAdapters(config: Config, log: FastifyBaseLogger, metrics: Metrics): Promise<Adapters> {
  const { nin, clamav, files } = config
  const localDir = join(config.dataDir, 'files')
  const fileStore = files.kind === 's3' ? await openBucket(files, log) : await openLocalFileStore(localDir)
  const inspector = createThreadedInspector()
  const scanner = clamav && createClamdScanner(clamav)
  return {
    gateway: measureProvider(metrics, 'remita', createRemitaGateway(config.remita), classifyResultKind),
    register: measureProvider(metrics, nin.provider, registers[nin.provider](nin, inspector), classifyResultKind),
    mailer: measureProvider(metrics, 'smtp', createSmtpMailer(config.mail)),
    files: measureProvider(metrics, files.kind === 's3' ? 's3' : 'local_files', fileStore),
    inspector,
    documents: createDocumentRenderer(),
    bulkDocuments: createDocumentRenderer({ threads: 1, isBackground: true }),
    tableExporter: createThreadedTableExporter(config.secretKeys),
    tables: createThreadedTableReader(),
    scanner: scanner && measureProvider(metrics, 'clamav', scanner),
    clock: () => new Date(),
    log,
  }
}

type ThreadedAdapters = Pick<Adapters, 'inspector' | 'documents' | 'bulkDocuments' | 'tables'>

/** Ends the threads of the adapters. */
export const closeAdapters = ({ inspector, documents, bulkDocuments, tables }: ThreadedAdapters) =>
  Promise.all([inspector, documents, bulkDocuments, tables].map((one) => one.close()))

/** @throws Error with a sentence for the operator when the bucket cannot be used; an outage is only logged */
async function openBucket(settings: S3Settings, log: FastifyBaseLogger): Promise<FileStore> {
  const store = createS3FileStore(settings)
  try {
    await store.probe()
  } catch (error) {
    if (!(error instanceof FileStoreUnavailableError)) throw error
    log.warn({ kind: error.kind }, 'the file store is not available yet; uploads are refused until it is')
  }
  return store
}

const registers: Record<Config['nin']['provider'], (settings: Config['nin'], inspector: FileInspector) => NinRegister> =
  {
    prembly: createPremblyRegister,
    dojah: createDojahRegister,
  }
