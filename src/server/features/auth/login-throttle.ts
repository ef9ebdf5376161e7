// Slows password guessing down, and not the owner of the account (docs/decisions/0007).
import type { Pool } from 'pg'
import { getNetwork, listNetworks } from '#server/http/client-network.ts'
import { createTooManyRequestsError } from '#server/http/limits/rate-limits.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { createPauseRule, createRefillRule, type FailureCounter } from './failure-rules.ts'
import { addFailures, clearFailures, type FailureCount, readFailureHistory } from './login-throttle-store.ts'

const minuteMs = 60_000

// At most 58 wrong passwords in 24 hours.
const pauses = { freeFailures: 5, firstPauseMs: 15_000, maxPauseMs: 30 * minuteMs }
const deviceRule = createPauseRule('login_device', pauses)
const userFromNetworkRule = createPauseRule('login_place', pauses)
const currentPasswordRule = createPauseRule('current_password', pauses)

// One account from all networks that it has not logged in from: together at most 57 in 24 hours. Each network's first wrong
// password has a count of its own, so that a guesser in a few networks leaves a try to everybody else's.
const firstTryRule = createRefillRule('login_first', { burst: 12, refillMs: 72 * minuteMs })
const furtherTryRule = createRefillRule('login_further', { burst: 10, refillMs: 100 * minuteMs })

// Different accounts from one network, which a whole café or mobile network may share.
const differentUsersRule = (network: string, allowance: number): FailureCounter =>
  createRefillRule('login_network', { burst: 100 * allowance, refillMs: Math.round(9_000 / allowance) })(network)

export interface LoginOrigin {
  address: string
  /** From a valid device cookie of this account. */
  deviceId: string | null
}

/** Returns null for a wrong password; an error is not counted as a failure. */
type Attempt<T> = () => Promise<T | null>

export interface LoginThrottle {
  /**
   * Runs a login attempt unless the user must wait, and counts it when it fails.
   * @param userId normalized by `normalizeUserId`
   * @throws AppError `too_many_requests`
   */
  throttleLogin<T>(userId: string, origin: LoginOrigin, attempt: Attempt<T>): Promise<T | null>
  /** The same for the current password that a password change asks for. */
  throttleCurrentPassword<T>(accountId: string, attempt: Attempt<T>): Promise<T | null>
}

/** Reads the counts, and says which ones must allow an attempt, and which count its failure, besides its own. */
type ChooseCounters = () => Promise<{
  counts: Map<string, FailureCount>
  checked: FailureCounter[]
  counted: FailureCounter[]
}>

interface ThrottleDependencies {
  pool: Pool
  encryption: Pick<Encryption, 'fingerprint'>
  clock: () => Date
}

/** Under which a login is remembered as one from a known network. */
export const hashLoginNetwork = (
  { fingerprint }: Pick<Encryption, 'fingerprint'>,
  { userId, address }: { userId: string; address: string },
): Buffer => fingerprint(`login network ${userId} ${getNetwork(address)}`)

export function createLoginThrottle({ pool, encryption, clock }: ThrottleDependencies): LoginThrottle {
  const running = new Map<string, number>()
  const getNow = () => clock().getTime()

  function countRunning(counters: FailureCounter[], change: 1 | -1): void {
    for (const { key } of counters) {
      const sum = (running.get(key) ?? 0) + change
      if (sum > 0) running.set(key, sum)
      else running.delete(key)
    }
  }

  function assertAllowed(counters: FailureCounter[], counts: Map<string, FailureCount>): void {
    for (const { key, assess } of counters) {
      const { waitMs, remaining } = assess(counts.get(key), getNow())
      if (waitMs > 0) throw createTooManyRequestsError(waitMs)
      // All running attempts may fail, so no more may run than failures are left.
      if ((running.get(key) ?? 0) >= Math.max(1, remaining)) throw createTooManyRequestsError(1000)
    }
  }

  /** Attempts with the same `own` count run one at a time; a success clears that count. */
  async function throttle<T>(
    own: FailureCounter,
    chooseOthers: ChooseCounters,
    attempt: Attempt<T>,
  ): Promise<T | null> {
    if (running.has(own.key)) throw createTooManyRequestsError(1000)
    const started = [own]
    countRunning(started, 1)
    try {
      const { counts, checked, counted } = await chooseOthers()
      assertAllowed(checked, counts)
      const { waitMs } = own.assess(counts.get(own.key), getNow())
      if (waitMs > 0) throw createTooManyRequestsError(waitMs)
      countRunning(counted, 1)
      started.push(...counted)
      const result = await attempt()
      if (result === null) await addFailures(pool, started, getNow())
      else if (counts.has(own.key)) await clearFailures(pool, own.key)
      return result
    } finally {
      countRunning(started, -1)
    }
  }

  return {
    async throttleLogin(userId, { address, deviceId }, attempt) {
      const network = getNetwork(address)
      const own = deviceId === null ? userFromNetworkRule(`${userId} ${network}`) : deviceRule(`${userId} ${deviceId}`)
      const firstTry = firstTryRule(userId)
      const furtherTry = furtherTryRule(userId)
      const networks = listNetworks(address).map(({ network, allowance }) => differentUsersRule(network, allowance))

      const chooseOthers: ChooseCounters = async () => {
        const { counts, isKnownNetwork } = await readFailureHistory(pool, {
          keys: [own, firstTry, furtherTry, ...networks].map(({ key }) => key),
          networkHash: hashLoginNetwork(encryption, { userId, address }),
          now: getNow(),
        })
        if (deviceId !== null || isKnownNetwork) return { counts, checked: [], counted: [] }
        if (counts.has(own.key)) return { counts, checked: [furtherTry, ...networks], counted: [furtherTry] }
        return { counts, checked: [firstTry, ...networks], counted: [firstTry, ...networks] }
      }
      return throttle(own, chooseOthers, attempt).catch((error: unknown) => {
        throw addWayOut(error)
      })
    },

    throttleCurrentPassword(accountId, attempt) {
      const own = currentPasswordRule(accountId)
      const chooseOthers: ChooseCounters = async () => {
        const { counts } = await readFailureHistory(pool, { keys: [own.key], networkHash: null, now: getNow() })
        return { counts, checked: [], counted: [] }
      }
      return throttle(own, chooseOthers, attempt)
    },
  }
}

const wayOutAfterSeconds = 60

/** An owner who is slowed down by somebody else's guesses need not wait. */
function addWayOut(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'too_many_requests') return error
  const { retryAfter = 0 } = error.details
  if (retryAfter < wayOutAfterSeconds) return error
  const message = `${error.message} Or choose a new password with Forgot password.`
  return new AppError('too_many_requests', { ...error.details, message })
}
