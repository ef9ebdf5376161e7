// What the NIN feature is handed.
import type { Database } from '#server/db/connection.ts'
import type { Seal } from '#server/db/seal.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import type { NinRegister } from '#server/providers/nin/nin-register.ts'

export interface Means {
  database: Pick<Database, 'db' | 'pool'>
  register: NinRegister
  files: FileStore
  seal: Seal
  clock: () => Date
  log: { error(detail: object, message: string): void }
}
