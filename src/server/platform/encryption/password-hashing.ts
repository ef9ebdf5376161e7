// Passwords are stored as argon2id hashes. A hash takes 19 MiB and about 11 ms of CPU time, so only two run at a time:
// more would occupy the threads that read files. Some requests wait in a queue; when it is full, the reply is 503.
import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimiter } from '../../load/concurrency-limiter.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const running = 2
const waiting = 40
const retryAfterSeconds = { min: 2, max: 2 }

export const passwordHashLimiter = createConcurrencyLimiter({
  limit: running,
  // A whole town may share a network: only a full queue is divided, by `WorkSize.key`.
  limitPerKey: running + waiting,
  queueLimit: waiting,
  retryAfterSeconds,
})

/**
 * For everything that hashes besides logins: it takes at most half of the places, so that logins always find some, and one
 * per key.
 */
export const passwordChangeLimiter = createConcurrencyLimiter({
  limit: (running + waiting) / 2,
  limitPerKey: 1,
  retryAfterSeconds,
})

/**
 * Returns the hash with its salt and cost parameters.
 * @param password as `normalizePassword` returns it
 * @throws AppError `unavailable` when the queue is full
 */
export const hashPassword = (password: string): Promise<string> => passwordHashLimiter.run(() => hash(password, cost))

/** Where a password to verify comes from: in a full queue each network has its share, and known origins come first. */
export interface PasswordOrigin {
  network: string
  /** A device or network from which the person has logged in before. */
  isKnown: boolean
}

/**
 * Whether the password matches the stored hash.
 * @param password as `normalizePassword` returns it
 * @throws AppError `unavailable` when the queue is full
 */
export const verifyPassword = (password: string, storedHash: string, origin?: PasswordOrigin): Promise<boolean> =>
  passwordHashLimiter.run(
    () => verify(storedHash, password),
    origin && { key: origin.network, isPreferred: origin.isKnown },
  )

/** Dummy hash: a login with an unknown user ID takes as long as one with a wrong password. */
export const dummyHash = hash(randomUUID(), cost)
