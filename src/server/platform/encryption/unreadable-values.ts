// Encrypted values that cannot be read, because a key was lost or a row was damaged, must not stop reading the rest.
import { maskNin } from '#shared/format/numbers.ts'
import type { Encryption } from './encryption.ts'

export interface DecryptionDependencies {
  encryption: Pick<Encryption, 'decrypt'>
  log: { error(detail: object, message: string): void }
}

/** Returns null, and logs an error without the value, when it cannot be decrypted. */
export function decryptOrLog({ encryption, log }: DecryptionDependencies, encrypted: Uint8Array): string | null {
  try {
    return encryption.decrypt(encrypted)
  } catch {
    log.error({}, 'action required: a stored value cannot be decrypted; check SECRET_KEY and its replaced keys')
    return null
  }
}

const unknownNin = 'Unknown'

/** The NIN for its owner: masked, empty when there is none, `Unknown` when it cannot be decrypted. */
export function presentNin(deps: DecryptionDependencies, encryptedNin: Uint8Array | null): string {
  if (!encryptedNin) return ''
  const nin = decryptOrLog(deps, encryptedNin)
  return nin === null ? unknownNin : maskNin(nin)
}
