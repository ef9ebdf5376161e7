// Passwords are kept as argon2id hashes. Each costs 19 MiB and about 11 ms of a core, so only two run at a time: more
// would take the threads that files are read with. A short queue waits; beyond it the answer is 503.
import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#server/platform/api/app-error.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 2
const queueLength = 40
/** Seconds. */
const retryAfter = 2

const waiting: (() => void)[] = []
let running = 0

/**
 * The hash to be stored, with its salt and costs.
 * @throws AppError `unavailable` when too many wait already
 */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(plain(password), cost))

/**
 * Whether this is the password of this hash.
 * @throws AppError `unavailable` when too many wait already
 */
export const isPassword = (password: string, stored: string): Promise<boolean> =>
  inTurn(() => verify(stored, plain(password)))

/** A hash with no password to it: whoever has no account waits as long for a refusal as whoever has one. */
export const nobodysHash = hash(randomUUID(), cost)

/** Keyboards differ in how they compose letters such as ẹ́: the same letters are the same password. */
const plain = (password: string) => password.normalize('NFKC')

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await turn()
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Resolves when a running one hands over its place. */
function turn(): Promise<void> {
  if (waiting.length >= queueLength) throw new AppError('unavailable', { retryAfter })
  return new Promise((resolve) => waiting.push(resolve))
}
