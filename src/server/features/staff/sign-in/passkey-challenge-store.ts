// What a passkey has to sign: random, for one answer, and only where it was asked for.
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { staffChallenges } from '#server/database/schema/staff.ts'
import { createToken, hashToken } from '#server/platform/encryption/tokens.ts'
import { passkeyTimeoutMs } from '#shared/api/staff/passkeys.ts'

export interface ChallengeUse {
  kind: 'passkey' | 'new_passkey'
  /** The ids of the session, attempt or link in which it is good; null for a sign-in with a passkey only. */
  boundTo: string | null
}

/** @returns the challenge in base64url */
export async function startPasskeyChallenge(
  tx: Tx,
  { kind, boundTo, staffId, now }: ChallengeUse & { staffId: string | null; now: Date },
): Promise<string> {
  const challenge = createToken()
  const expiresAt = new Date(now.getTime() + passkeyTimeoutMs)
  await tx
    .insert(staffChallenges)
    .values({ kind, boundTo, staffId, value: hashToken(challenge), createdAt: now, expiresAt })
  return challenge
}

/**
 * Uses a challenge up, whatever then becomes of the answer.
 * @param boundTo where the answer came; one of them must be what the challenge was made for
 * @returns false when it is unknown, was used, has expired or belongs elsewhere
 */
export async function redeemPasskeyChallenge(
  tx: Tx,
  challenge: string,
  { kind, boundTo, now }: { kind: ChallengeUse['kind']; boundTo: readonly (string | null)[]; now: Date },
): Promise<boolean> {
  const ids = boundTo.filter((id) => id !== null)
  const rows = await tx
    .update(staffChallenges)
    .set({ usedAt: now })
    .where(
      and(
        eq(staffChallenges.value, hashToken(challenge)),
        eq(staffChallenges.kind, kind),
        or(
          boundTo.includes(null) ? isNull(staffChallenges.boundTo) : undefined,
          ids.length > 0 ? inArray(staffChallenges.boundTo, ids) : undefined,
        ),
        isNull(staffChallenges.usedAt),
        gt(staffChallenges.expiresAt, now),
      ),
    )
    .returning({ id: staffChallenges.id })
  return rows.length === 1
}
