// A new SECRET_KEY: every NIN and record is sealed anew and its fingerprint made anew, all or nothing.
import { eq, sql } from 'drizzle-orm'
import { record } from '#server/platform/audit/audit.ts'
import type { Db } from '#server/platform/database/connection.ts'
import { ninVerifications } from '#server/platform/database/schema/schema.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'

/**
 * @param seal knows the current key and those that it replaced
 * @returns how many look-ups were sealed anew
 * @throws Error, leaving all as it was, when a value was sealed with a key that is not known
 */
export function rotateKeys(db: Db, seal: Encryption): Promise<number> {
  return db.transaction(async (tx) => {
    // Nobody may look a NIN up meanwhile: its fingerprint under the new key would not meet the one under the old.
    await tx.execute(sql`lock table ${ninVerifications} in exclusive mode`)
    const rows = await tx
      .select({
        id: ninVerifications.id,
        ninSealed: ninVerifications.ninSealed,
        recordSealed: ninVerifications.recordSealed,
      })
      .from(ninVerifications)
    for (const { id, ninSealed, recordSealed } of rows) {
      const nin = seal.open(ninSealed)
      await tx
        .update(ninVerifications)
        .set({
          ninHash: seal.fingerprint(nin),
          ninSealed: seal.seal(nin),
          ...(recordSealed && { recordSealed: seal.seal(seal.open(recordSealed)) }),
        })
        .where(eq(ninVerifications.id, id))
    }
    await record(tx, { actor: 'system', action: 'keys_rotated', detail: { rows: rows.length } })
    return rows.length
  })
}
