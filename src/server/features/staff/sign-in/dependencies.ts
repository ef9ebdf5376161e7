import type { Database } from '#server/database/connection.ts'
import type { DeviceCookies, LoginThrottle } from '#server/features/auth/service.ts'
import type { RefusalLog } from '#server/platform/audit/refusal-log.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'

export interface StaffDependencies {
  staffDatabase: Pick<Database, 'db'>
  throttle: LoginThrottle
  deviceCookies: DeviceCookies
  encryption: Pick<Encryption, 'encrypt' | 'decrypt'>
  refusals: Pick<RefusalLog, 'record'>
  clock: () => Date
}
