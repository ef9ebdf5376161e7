// Guessing a password: every wrong one beyond the free ones makes the pause before the next longer.
import type { Pool } from 'pg'
import type { RateLimiterRes } from 'rate-limiter-flexible'
import { counter, networkOf, type Rule, secretKey, tooMany } from '#server/http/limits.ts'

const minutes = 60

interface Pacing extends Rule {
  /** How long to wait now, in ms, after so many wrong ones of which the last was so long ago. */
  wait(wrong: number, found: { sinceLastMs: number; untilForgottenMs: number }): number
  /** Whether a wrong one starts the rule's time of remembering anew. */
  remembersFrom: 'first' | 'last'
}

const growing = (name: string, rule: { free: number; longestMs: number }): Pacing => ({
  name,
  free: rule.free,
  seconds: 60 * minutes,
  remembersFrom: 'last',
  wait: (wrong, { sinceLastMs }) => Math.min(15_000 * 2 ** (wrong - rule.free), rule.longestMs) - sinceLastMs,
})

// From one place somebody who has forgotten the password must soon slow down.
const fromOnePlace = growing('login_place', { free: 5, longestMs: 15 * minutes * 1000 })
// From anywhere: more are free and the pause stays short, or strangers could lock the owner out.
const fromAnywhere = growing('login_account', { free: 20, longestMs: 5 * minutes * 1000 })
// A café or a mobile network has one address for many honest people: a count for a while, cleared by time alone.
const ofOneNetwork: Pacing = {
  name: 'login_network',
  free: 100,
  seconds: 15 * minutes,
  remembersFrom: 'first',
  wait: (_wrong, { untilForgottenMs }) => untilForgottenMs,
}
const ofOneSession = growing('current_password', { free: 5, longestMs: 15 * minutes * 1000 })

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
  const place = watch(pool, fromOnePlace)
  const account = watch(pool, fromAnywhere)
  const network = watch(pool, ofOneNetwork)
  const change = watch(pool, ofOneSession)

  return {
    atLogin: (userId, address, attempt) => {
      const from = networkOf(address)
      return counted([place(`${userId} ${from}`), account(userId), network(from)], attempt)
    },
    atChange: (accountId, attempt) => counted([change(accountId)], attempt),
  }
}

interface Watched {
  /** Takes a place among the attempts under way, or throws; each call is followed by one `end`. */
  begin(): Promise<void>
  wrong(): Promise<void>
  right(): Promise<void>
  end(): void
}
type Watch = (key: string) => Watched

async function counted<T>(watched: Watched[], attempt: Attempt<T>): Promise<T | null> {
  const begun = await Promise.allSettled(watched.map((one) => one.begin()))
  try {
    for (const one of begun) if (one.status === 'rejected') throw one.reason
    const result = await attempt()
    await Promise.all(watched.map((one) => (result === null ? one.wrong() : one.right())))
    return result
  } finally {
    for (const one of watched) one.end()
  }
}

function watch(pool: Pool, pacing: Pacing): Watch {
  const wrongOnes = counter(pool, pacing)
  const underWay = new Map<string, number>()

  return (plainKey) => {
    const key = secretKey(plainKey)
    let found: RateLimiterRes | null = null
    return {
      async begin() {
        const here = (underWay.get(key) ?? 0) + 1
        underWay.set(key, here)
        found = await wrongOnes.get(key)
        const wrong = found?.consumedPoints ?? 0
        // Attempts sent all at once are not yet counted: no more may be under way than may still fail.
        if (here > Math.max(1, pacing.free - wrong)) throw tooMany(1000)
        if (!found || wrong < pacing.free) return
        const untilForgottenMs = found.msBeforeNext
        const waitMs = pacing.wait(wrong, {
          sinceLastMs: pacing.seconds * 1000 - untilForgottenMs,
          untilForgottenMs,
        })
        if (waitMs > 0) throw tooMany(waitMs)
      },
      async wrong() {
        const { consumedPoints } = await wrongOnes.penalty(key)
        if (pacing.remembersFrom === 'last' && consumedPoints > 1)
          await wrongOnes.set(key, consumedPoints, pacing.seconds)
      },
      async right() {
        if (found && pacing.remembersFrom === 'last') await wrongOnes.delete(key)
      },
      end() {
        const left = (underWay.get(key) ?? 1) - 1
        if (left > 0) underWay.set(key, left)
        else underWay.delete(key)
      },
    }
  }
}
