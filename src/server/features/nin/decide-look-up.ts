// What a "Verify" request leads to, given the account's look-ups so far. Pure.
import type { IdentityFact, NinOutcome } from '#shared/policy/nin-outcomes.ts'

const dayMs = 24 * 60 * 60_000
/** The limit counts the look-ups of this period. */
export const lookUpPeriodMs = dayMs
/** Every look-up costs money, and one person needs no more. */
export const maxLookUpsPerDay = 3
/** A mismatch or a miss is cached for a day only, because the register and the account can be corrected. */
const cacheMs = dayMs

export interface LookUpTerms {
  ninHash: Buffer
  /** Hash of the account's names and birth date. */
  factsHash: Buffer
}

export interface PastLookUp {
  id: string
  ninHash: Buffer
  /** `requested`: not answered yet. */
  outcome: NinOutcome
  requestedAt: Date
  /** Null once it is answered. */
  leaseExpiresAt: Date | null
  differences: IdentityFact[]
  factsHash: Buffer | null
}

export type LookUpDecision =
  | { kind: 'verified' }
  | { kind: 'other_verified' }
  | { kind: 'mismatch'; differences: IdentityFact[] }
  | { kind: 'not_found' }
  /** Another request is looking the same NIN up. */
  | { kind: 'wait'; id: string }
  | { kind: 'too_many'; waitMs: number }
  | { kind: 'look_up' }

export function decideLookUp(
  { ninHash, factsHash }: LookUpTerms,
  lookUps: readonly PastLookUp[],
  now: Date,
): LookUpDecision {
  const verified = lookUps.find(({ outcome }) => outcome === 'matched')
  if (verified) return { kind: verified.ninHash.equals(ninHash) ? 'verified' : 'other_verified' }

  const same = lookUps.find((one) => one.ninHash.equals(ninHash))
  return (same && reuse(same, factsHash, now)) ?? decideByDailyLimit(lookUps, same, now)
}

/** Waits for a look-up of the same NIN that is running, or answers from one that is still cached. */
function reuse(same: PastLookUp, factsHash: Buffer, now: Date): LookUpDecision | null {
  if (same.leaseExpiresAt && same.leaseExpiresAt > now) return { kind: 'wait', id: same.id }
  if (ageMs(same, now) >= cacheMs) return null
  if (same.outcome === 'not_found') return { kind: 'not_found' }
  if (same.outcome === 'mismatch' && same.factsHash?.equals(factsHash))
    return { kind: 'mismatch', differences: same.differences }
  return null
}

function decideByDailyLimit(lookUps: readonly PastLookUp[], same: PastLookUp | undefined, now: Date): LookUpDecision {
  // Repeating a look-up that a crash cut off does not count twice.
  const ages = lookUps
    .filter((one) => !(one === same && one.outcome === 'requested'))
    .map((one) => ageMs(one, now))
    .filter((age) => age < dayMs)
  if (ages.length < maxLookUpsPerDay) return { kind: 'look_up' }
  return { kind: 'too_many', waitMs: dayMs - Math.max(...ages) }
}

const ageMs = ({ requestedAt }: PastLookUp, now: Date) => now.getTime() - requestedAt.getTime()
