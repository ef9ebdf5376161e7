// Encrypts everything with a new SECRET_KEY, all or nothing.

import type { Db } from '#server/database/connection.ts'
import { encryptColumnsAgain } from '#server/database/encrypted-columns.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { lockLookUps, replaceEncryption } from './store.ts'

/**
 * @param encryption has the new key and those that it replaced
 * @returns how many look-ups and other values were encrypted with the new key
 * @throws Error, changing nothing, when a value was encrypted with an unknown key
 */
export function rotateKeys(db: Db, encryption: Encryption): Promise<{ lookUps: number; others: number }> {
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
    const counts = { lookUps: lookUps.length, others: await encryptColumnsAgain(tx, encryption) }
    await audit(tx, { actor: 'system', action: 'keys_rotated', detail: counts })
    return counts
  })
}
