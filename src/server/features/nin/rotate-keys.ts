// Encrypts every NIN and record with a new SECRET_KEY, all or nothing.
import { audit } from '#server/platform/audit/audit.ts'
import type { Db } from '#server/platform/database/connection.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { lockLookUps, replaceEncryption } from './store.ts'

/**
 * @param encryption has the new key and those that it replaced
 * @returns how many look-ups were encrypted with the new key
 * @throws Error, changing nothing, when a value was encrypted with an unknown key
 */
export function rotateKeys(db: Db, encryption: Encryption): Promise<number> {
  return db.transaction(async (tx) => {
    // A NIN's hash depends on the key: a look-up in between would not find the hash under the other key.
    const lookUps = await lockLookUps(tx)
    for (const { id, encryptedNin, encryptedRecord } of lookUps) {
      const nin = encryption.decrypt(encryptedNin)
      await replaceEncryption(tx, {
        id,
        ninHash: encryption.fingerprint(nin),
        encryptedNin: encryption.encrypt(nin),
        encryptedRecord: encryptedRecord && encryption.encrypt(encryption.decrypt(encryptedRecord)),
      })
    }
    await audit(tx, { actor: 'system', action: 'keys_rotated', detail: { rows: lookUps.length } })
    return lookUps.length
  })
}
