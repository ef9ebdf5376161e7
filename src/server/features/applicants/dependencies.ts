// What the parts of the applicants' service need.
import type { Database } from '#server/database/connection.ts'
import type { DocumentRenderer } from '#server/documents/document-renderer.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import type { DecryptionDependencies } from '#server/platform/encryption/unreadable-values.ts'

export interface ApplicantDependencies {
  staffDatabase: Pick<Database, 'db' | 'pool'>
  encryption: Encryption
  log: DecryptionDependencies['log']
  clock: () => Date
  /** How long an applicant's session lasts without use. */
  sessionIdleMs: number
  documents: Pick<DocumentRenderer, 'render'>
  config: { publicUrl: string }
}
