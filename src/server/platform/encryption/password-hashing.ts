// Passwords are stored as argon2id hashes. A hash takes 19 MiB and about 11 ms of CPU time, so only two run at a time:
// more would occupy the threads that read files. Some requests wait in a queue; when it is full, the reply is 503.
import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimiter } from '../load/concurrency-limiter.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const passwordHashLimiter = createConcurrencyLimiter({
  limit: 2,
  queueLimit: 40,
  retryAfterSeconds: { min: 2, max: 2 },
})

/**
 * Returns the hash with its salt and cost parameters.
 * @throws AppError `unavailable` when the queue is full
 */
export const hashPassword = (password: string): Promise<string> =>
  passwordHashLimiter.run(() => hash(normalize(password), cost))

/**
 * Whether the password matches the stored hash.
 * @throws AppError `unavailable` when the queue is full
 */
export const verifyPassword = (password: string, storedHash: string): Promise<boolean> =>
  passwordHashLimiter.run(() => verify(storedHash, normalize(password)))

/** Dummy hash: a login with an unknown user ID takes as long as one with a wrong password. */
export const dummyHash = hash(randomUUID(), cost)

/** Keyboards compose characters such as ẹ́ in different ways. */
const normalize = (password: string) => password.normalize('NFKC')
