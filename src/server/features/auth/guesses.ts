// Guessing a password: every wrong one beyond the free ones makes the pause before the next longer.
import type { Pool } from 'pg'
import { counter, networkOf, type Rule, secretKey, tooMany } from '#server/platform/api/rate-limits.ts'

const minutes = 60

interface Pacing extends Rule {
  /** How long it is to the next guess, in ms, counted from the last wrong one or until all are forgotten. */
  pause: { afterLast: (wrong: number) => number } | 'until forgotten'
}

const growing = (name: string, { free, longestMs }: { free: number; longestMs: number }): Pacing => ({
  name,
  free,
  seconds: 60 * minutes,
  pause: { afterLast: (wrong) => Math.min(15_000 * 2 ** (wrong - free), longestMs) },
})

// From one place somebody who has forgotten the password must soon slow down.
const fromOnePlace = growing('login_place', { free: 5, longestMs: 15 * minutes * 1000 })
// From anywhere: more are free and the pause stays short, or strangers could lock the owner out.
const fromAnywhere = growing('login_account', { free: 20, longestMs: 5 * minutes * 1000 })
// A café or a mobile network has one address for many honest people: a count for a while, cleared by time alone.
const ofOneNetwork: Pacing = { name: 'login_network', free: 100, seconds: 15 * minutes, pause: 'until forgotten' }
const ofOneOwner = growing('current_password', { free: 5, longestMs: 15 * minutes * 1000 })

/** What an attempt came to; null is a wrong guess, and anything thrown is none. */
type Attempt<T> = () => Promise<T | null>

export interface Guesses {
  /**
   * Makes an attempt to log in if there may be one now, and counts it if it fails.
   * @throws AppError `too_many_requests`
   */
  atLogin<T>(userId: string, address: string, attempt: Attempt<T>): Promise<T | null>
  /** The same for the current password that a change asks for. */
  atChange<T>(accountId: string, attempt: Attempt<T>): Promise<T | null>
}

export function guesses(pool: Pool): Guesses {
  const place = tally(pool, fromOnePlace)
  const account = tally(pool, fromAnywhere)
  const network = tally(pool, ofOneNetwork)
  const owner = tally(pool, ofOneOwner)
  const underWay = new Map<string, number>()

  async function counted<T>(tallies: Tally[], attempt: Attempt<T>): Promise<T | null> {
    // Counted before anything is awaited, so that attempts which are sent all at once see each other.
    for (const { key } of tallies) underWay.set(key, (underWay.get(key) ?? 0) + 1)
    try {
      const found = await wrongOnes(pool, tallies)
      for (const one of tallies) one.assertMayTry(found.get(one.key), underWay.get(one.key) ?? 1)
      const result = await attempt()
      await Promise.all(tallies.map((one) => (result === null ? one.add() : one.clear(found.get(one.key)))))
      return result
    } finally {
      for (const { key } of tallies) {
        const left = (underWay.get(key) ?? 1) - 1
        if (left > 0) underWay.set(key, left)
        else underWay.delete(key)
      }
    }
  }

  return {
    atLogin(userId, address, attempt) {
      const from = networkOf(address)
      return counted([place(`${userId} ${from}`), account(userId), network(from)], attempt)
    },
    atChange: (accountId, attempt) => counted([owner(accountId)], attempt),
  }
}

interface Found {
  wrong: number
  untilForgottenMs: number
}

interface Tally {
  /** As it stands in the table. */
  key: string
  /** @param underWay attempts that are being made now, this one among them */
  assertMayTry(found: Found | undefined, underWay: number): void
  add(): Promise<void>
  clear(found: Found | undefined): Promise<void>
}

function tally(pool: Pool, { pause, free, ...rule }: Pacing): (about: string) => Tally {
  const count = counter(pool, { free, ...rule })
  const forgottenAfterMs = rule.seconds * 1000

  return (about) => {
    const key = secretKey(about)
    return {
      key: count.getKey(key),
      assertMayTry(found, underWay) {
        const { wrong, untilForgottenMs } = found ?? { wrong: 0, untilForgottenMs: forgottenAfterMs }
        // No more may be under way than may still fail.
        if (underWay > Math.max(1, free - wrong)) throw tooMany(1000)
        if (wrong < free) return
        const sinceLastMs = forgottenAfterMs - untilForgottenMs
        const waitMs = pause === 'until forgotten' ? untilForgottenMs : pause.afterLast(wrong) - sinceLastMs
        if (waitMs > 0) throw tooMany(waitMs)
      },
      async add() {
        const { consumedPoints } = await count.penalty(key)
        // The time of remembering begins anew with each, so that it also tells when the last one was.
        if (pause !== 'until forgotten' && consumedPoints > 1) await count.set(key, consumedPoints, rule.seconds)
      },
      async clear(found) {
        if (found && pause !== 'until forgotten') await count.delete(key)
      },
    }
  }
}

/** All that a login has to know in one query. With the database away there is nothing to guess at either. */
async function wrongOnes(pool: Pool, tallies: Tally[]): Promise<Map<string, Found>> {
  const now = Date.now()
  const { rows } = await pool.query<{ key: string; points: number; expire: string }>({
    name: 'wrong_guesses',
    text: 'select key, points, expire from rate_limits where key = any($1) and expire > $2',
    values: [tallies.map(({ key }) => key), now],
  })
  return new Map(
    rows.map(({ key, points, expire }) => [key, { wrong: points, untilForgottenMs: Number(expire) - now }]),
  )
}
