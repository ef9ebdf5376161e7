// Slows guessing down, and not the owner of the account, for applicants and staff alike (docs/decisions/0007).
import type { Pool } from 'pg'
import { AppError } from '#server/app-error.ts'
import { getNetwork, listNetworks } from '#server/http/client-network.ts'
import { createTooManyRequestsError } from '#server/http/limits/rate-limits.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import type { PasswordOrigin } from '#server/platform/encryption/password-hashing.ts'
import { createPauseRule, createRefillRule, type FailureCounter, type FailureRule } from './failure-rules.ts'
import { addFailures, clearFailures, type FailureCount, readFailureHistory } from './login-throttle-store.ts'

/** Who logs in: each audience has counts and known networks of its own. */
export type LoginAudience = 'applicants' | 'staff'

/** What somebody can do who would have to wait for minutes. */
const waysOut: Record<LoginAudience, string> = {
  applicants: 'Or choose a new password with Forgot password.',
  staff: 'Or use a passkey, or ask an administrator for a link to set up your sign-in again.',
}

const minuteMs = 60_000

// At most 58 failures in 24 hours.
const pauses = { freeFailures: 5, firstPauseMs: 15_000, maxPauseMs: 30 * minuteMs }

interface LoginRules {
  device: FailureRule
  personFromNetwork: FailureRule
  firstTry: FailureRule
  furtherTry: FailureRule
}

// One person from all networks that are not known: together at most 57 failures in 24 hours. Each network's first one has a
// count of its own, so that a guesser in a few networks leaves a try to everybody else's.
const createLoginRules = (name: string): LoginRules => ({
  device: createPauseRule(`${name}_device`, pauses),
  personFromNetwork: createPauseRule(`${name}_place`, pauses),
  firstTry: createRefillRule(`${name}_first`, { burst: 12, refillMs: 72 * minuteMs }),
  furtherTry: createRefillRule(`${name}_further`, { burst: 10, refillMs: 100 * minuteMs }),
})

/** What is guessed by somebody who is not logged in. */
type GuessedSecret = 'password' | 'recovery_code'
const loginRules: Record<GuessedSecret, LoginRules> = {
  password: createLoginRules('login'),
  recovery_code: createLoginRules('recovery'),
}

/** What is guessed by somebody who is logged in, or has entered the password: nobody else can use these tries up. */
type OwnSecret = 'current_password' | 'second_step'
const ownRules: Record<OwnSecret, FailureRule> = {
  current_password: createPauseRule('current_password', pauses),
  second_step: createPauseRule('second_step', pauses),
}

// Different people from one network, which a whole café or mobile network may share.
const differentPeopleRule = (network: string, allowance: number): FailureCounter =>
  createRefillRule('login_network', { burst: 100 * allowance, refillMs: Math.round(9_000 / allowance) })(network)

export interface LoginOrigin {
  address: string
  /** From a valid device cookie of this person. */
  deviceId: string | null
}

export interface LoginName {
  /** A user ID normalized by `normalizeUserId`, or an email address in lower case. */
  loginName: string
}

interface Person extends LoginName {
  id: string
}

/** Returns null for a wrong secret; an error is not counted as a failure. */
type Attempt<T> = (origin: PasswordOrigin) => Promise<T | null>

export interface LoginThrottle {
  /**
   * Runs an attempt unless the person must wait, and counts it when it fails.
   * @throws AppError `too_many_requests`
   */
  throttleLogin<T>(login: LoginName & LoginOrigin & { secret?: GuessedSecret }, attempt: Attempt<T>): Promise<T | null>
  /**
   * The same for what a person is asked for who is logged in, or about to be.
   * @param id of the account or staff member
   */
  throttleOwnSecret<T>(secret: OwnSecret, id: string, attempt: () => Promise<T | null>): Promise<T | null>
  /** Under which a complete login is remembered as one from a known network. */
  hashNetwork(login: LoginName & Pick<LoginOrigin, 'address'>): Buffer
  /**
   * Forgets what was counted for a person who has proved to own the mailbox, but for the counts of other single networks.
   */
  clear(person: Person, address: string): Promise<void>
}

/** Reads the counts, and says which ones must allow an attempt, and which count its failure, besides its own. */
type ChooseCounters = () => Promise<{
  counts: Map<string, FailureCount>
  checked: FailureCounter[]
  counted: FailureCounter[]
  isKnown: boolean
}>

interface ThrottleDependencies {
  pool: Pool
  encryption: Pick<Encryption, 'fingerprint'>
  clock: () => Date
  audience: LoginAudience
}

export function createLoginThrottle({ pool, encryption, clock, audience }: ThrottleDependencies): LoginThrottle {
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
    attempt: (isKnown: boolean) => Promise<T | null>,
  ): Promise<T | null> {
    if (running.has(own.key)) throw createTooManyRequestsError(1000)
    const started = [own]
    countRunning(started, 1)
    try {
      const { counts, checked, counted, isKnown } = await chooseOthers()
      assertAllowed(checked, counts)
      const { waitMs } = own.assess(counts.get(own.key), getNow())
      if (waitMs > 0) throw createTooManyRequestsError(waitMs)
      countRunning(counted, 1)
      started.push(...counted)
      const result = await attempt(isKnown)
      if (result === null) await addFailures(pool, started, getNow())
      else if (counts.has(own.key)) await clearFailures(pool, [own.key])
      return result
    } finally {
      countRunning(started, -1)
    }
  }

  const hashNetwork: LoginThrottle['hashNetwork'] = ({ loginName, address }) =>
    encryption.fingerprint(`login network ${audience} ${loginName} ${getNetwork(address)}`)

  function createCounters({ loginName, address }: LoginName & Pick<LoginOrigin, 'address'>, rules: LoginRules) {
    const person = `${audience} ${loginName}`
    return {
      personFromNetwork: rules.personFromNetwork(`${person} ${getNetwork(address)}`),
      firstTry: rules.firstTry(person),
      furtherTry: rules.furtherTry(person),
    }
  }

  const createOwnCounter = (secret: OwnSecret, id: string) => ownRules[secret](`${audience} ${id}`)

  return {
    hashNetwork,

    async throttleLogin(login, attempt) {
      const { loginName, address, deviceId, secret = 'password' } = login
      const rules = loginRules[secret]
      const { personFromNetwork, firstTry, furtherTry } = createCounters(login, rules)
      const own = deviceId === null ? personFromNetwork : rules.device(`${audience} ${loginName} ${deviceId}`)
      const networks = listNetworks(address).map(({ network, allowance }) => differentPeopleRule(network, allowance))

      const chooseOthers: ChooseCounters = async () => {
        const { counts, isKnownNetwork } = await readFailureHistory(pool, {
          keys: [own, firstTry, furtherTry, ...networks].map(({ key }) => key),
          networkHash: hashNetwork(login),
          now: getNow(),
        })
        if (deviceId !== null || isKnownNetwork) return { counts, checked: [], counted: [], isKnown: true }
        if (counts.has(own.key))
          return { counts, checked: [furtherTry, ...networks], counted: [furtherTry], isKnown: false }
        return { counts, checked: [firstTry, ...networks], counted: [firstTry, ...networks], isKnown: false }
      }
      const network = getNetwork(address)
      return throttle(own, chooseOthers, (isKnown) => attempt({ network, isKnown })).catch((error: unknown) => {
        throw addWayOut(error, waysOut[audience])
      })
    },

    throttleOwnSecret(secret, id, attempt) {
      const own = createOwnCounter(secret, id)
      const chooseOthers: ChooseCounters = async () => {
        const { counts } = await readFailureHistory(pool, { keys: [own.key], networkHash: null, now: getNow() })
        return { counts, checked: [], counted: [], isKnown: true }
      }
      return throttle(own, chooseOthers, attempt)
    },

    async clear({ loginName, id }, address) {
      const ofLogins = Object.values(loginRules).flatMap((rules) =>
        Object.values(createCounters({ loginName, address }, rules)),
      )
      const ofOwn = (['current_password', 'second_step'] as const).map((secret) => createOwnCounter(secret, id))
      await clearFailures(
        pool,
        [...ofLogins, ...ofOwn].map(({ key }) => key),
      )
    },
  }
}

const wayOutAfterSeconds = 60

/** An owner who is slowed down by somebody else's guesses need not wait. */
function addWayOut(error: unknown, wayOut: string): unknown {
  if (!(error instanceof AppError)) return error
  const { retryAfter = 0 } = error.details
  if (retryAfter < wayOutAfterSeconds) return error
  return new AppError(error.code, { ...error.details, message: `${error.message} ${wayOut}` })
}
