// What a press of "Verify" comes to, decided on what the account has asked for so far. Pure.
import type { Fact } from './name-matching.ts'

const dayMs = 24 * 60 * 60_000
/** Every look-up costs money, and nobody has three NINs. */
export const lookUpsPerDay = 3
/** A mismatch or a miss is remembered for a day, since both the register and the account can be corrected. */
const rememberedMs = dayMs

export interface Press {
  ninHash: Buffer
  /** A fingerprint of the account's names and birth date. */
  factsHash: Buffer
}

export interface AskedNin {
  id: string
  ninHash: Buffer
  outcome: 'asked' | 'matched' | 'mismatch' | 'not_found'
  askedAt: Date
  askingUntil: Date | null
  differences: Fact[]
  factsHash: Buffer | null
}

export type Turn =
  | { kind: 'verified' }
  | { kind: 'other_verified' }
  | { kind: 'mismatch'; differences: Fact[] }
  | { kind: 'not_found' }
  /** Another press is asking the register about the same NIN. */
  | { kind: 'wait'; id: string }
  | { kind: 'too_many'; waitMs: number }
  | { kind: 'look_up' }

export function turnOf({ ninHash, factsHash }: Press, asked: readonly AskedNin[], now: Date): Turn {
  const verified = asked.find(({ outcome }) => outcome === 'matched')
  if (verified) return { kind: verified.ninHash.equals(ninHash) ? 'verified' : 'other_verified' }

  const same = asked.find((one) => one.ninHash.equals(ninHash))
  if (same?.outcome === 'asked' && same.askingUntil && same.askingUntil > now) return { kind: 'wait', id: same.id }
  if (same && ageOf(same, now) < rememberedMs) {
    if (same.outcome === 'not_found') return { kind: 'not_found' }
    if (same.outcome === 'mismatch' && same.factsHash?.equals(factsHash))
      return { kind: 'mismatch', differences: same.differences }
  }

  // A look-up that a crash cut off is made good without counting twice.
  const counted = asked.filter((one) => ageOf(one, now) < dayMs && !(one === same && one.outcome === 'asked'))
  if (counted.length < lookUpsPerDay) return { kind: 'look_up' }
  return { kind: 'too_many', waitMs: dayMs - Math.max(...counted.map((one) => ageOf(one, now))) }
}

const ageOf = ({ askedAt }: AskedNin, now: Date) => now.getTime() - askedAt.getTime()
