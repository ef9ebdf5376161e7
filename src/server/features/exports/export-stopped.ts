import type { ExportFailure } from '#shared/lists/exports/export-failures.ts'

/** The export is not to be tried again. @param failure null when somebody has cancelled it, or another attempt has begun */
export class ExportStoppedError extends Error {
  readonly failure: ExportFailure | null

  constructor(failure: ExportFailure | null) {
    super('The export was stopped.')
    this.name = 'ExportStoppedError'
    this.failure = failure
  }
}
