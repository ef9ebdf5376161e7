// What many calls are given: of whom or what they are, and the version that the person has seen.
import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'

/** In characters. */
export const maxTypedNumber = 30
const typedNumber = z.string().trim().toUpperCase().min(3).max(maxTypedNumber)

export const byId = z.object({ id: uuid() })
/** Of an application or a complaint. */
export const byNumber = z.object({ number: typedNumber })
export const byUserId = z.object({ userId: typedNumber })
/** Compared with an integer of the database, which holds no larger number. */
export const seenVersion = z.number('Send the version that you saw.').int().min(0).max(2_147_483_647)
/** SHA-256, in hexadecimal digits. */
export const seenDigest = z
  .string('Send the digest of what you looked at.')
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'A digest has 64 hexadecimal digits.')
