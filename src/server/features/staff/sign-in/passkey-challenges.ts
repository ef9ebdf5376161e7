// What a passkey has to sign: good for one answer, for five minutes, and only where it was asked for. It is signed and not stored
// until it is answered, so that asking, which anybody can, leaves nothing behind.
import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/database/connection.ts'
import { staffChallenges } from '#server/database/schema/staff.ts'
import { createSigner, type Secrets } from '#server/platform/encryption/encryption.ts'
import { hashToken } from '#server/platform/encryption/tokens.ts'
import { passkeyTimeoutMs } from '#shared/api/staff/passkeys.ts'

export interface ChallengeUse {
  kind: 'passkey' | 'new_passkey'
  /** The ids of the session, attempt or link in which it is good; null for a sign-in with a passkey only. */
  boundTo: string | null
}

interface AnsweredChallenge {
  kind: ChallengeUse['kind']
  /** Where the answer came; one of them must be what the challenge was made for. */
  boundTo: readonly (string | null)[]
  now: Date
}

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>

const nonceBytes = 12
const timeBytes = 6
const signatureBytes = 32
const contentBytes = nonceBytes + timeBytes

export function createPasskeyChallenges(secrets: Secrets) {
  const { sign, isSigned } = createSigner(secrets, 'passkey challenge')
  const describe = ({ kind, boundTo }: ChallengeUse, content: Buffer) =>
    `${kind} ${boundTo} ${content.toString('base64url')}`

  return {
    /** @returns the challenge in base64url */
    create(use: ChallengeUse, now: Date): string {
      const time = Buffer.alloc(timeBytes)
      time.writeUIntBE(now.getTime() + passkeyTimeoutMs, 0, timeBytes)
      const content = Buffer.concat([randomBytes(nonceBytes), time])
      return Buffer.concat([content, Buffer.from(sign(describe(use, content)), 'base64url')]).toString('base64url')
    },

    /** Whether it was made here for this use, and has not expired. It may have been answered. */
    isValid(challenge: string, { kind, boundTo, now }: AnsweredChallenge): boolean {
      const bytes = Buffer.from(challenge, 'base64url')
      // Base64 that is written in another way would be another challenge with the same content.
      if (bytes.length !== contentBytes + signatureBytes || bytes.toString('base64url') !== challenge) return false
      const content = bytes.subarray(0, contentBytes)
      if (content.readUIntBE(nonceBytes, timeBytes) <= now.getTime()) return false
      const signature = bytes.subarray(contentBytes).toString('base64url')
      return boundTo.some((id) => isSigned(describe({ kind, boundTo: id }, content), signature))
    },

    /** Uses a valid challenge up, whatever then becomes of the answer. @returns false when it was used */
    async redeem(tx: Tx, challenge: string, kind: ChallengeUse['kind'], now: Date): Promise<boolean> {
      const expiresAt = new Date(now.getTime() + passkeyTimeoutMs)
      const rows = await tx
        .insert(staffChallenges)
        .values({ kind, value: hashToken(challenge), createdAt: now, usedAt: now, expiresAt })
        .onConflictDoNothing()
        .returning({ id: staffChallenges.id })
      return rows.length === 1
    },
  }
}
