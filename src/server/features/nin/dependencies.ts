import type { Database } from '#server/database/connection.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import type { NinRegister } from '#server/providers/nin/nin-register.ts'

export interface NinDependencies {
  database: Pick<Database, 'db' | 'pool'>
  register: NinRegister
  files: FileStore
  encryption: Encryption
  clock: () => Date
  log: { error(detail: object, message: string): void }
}
