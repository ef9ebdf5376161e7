// Limits how much runs at once. Work beyond the limit waits in a short queue or is rejected with the time to come back: an
// endless queue would delay everybody until the load balancer takes the server for dead.
import { AppError } from '../app-error.ts'

export interface ConcurrencyLimiterOptions {
  /** Total weight of the work that may run at once. */
  limit: number
  /** The part of the limit that one key may take; the whole limit by default. */
  limitPerKey?: number
  /** How much work may wait; by default none. */
  queueLimit?: number
  /** The queue accepts no more work once its first item has waited longer than this; by default it always does. */
  overloadedAfterMs?: number
  /** Work that has waited longer than this is rejected; by default it waits as long as it takes. */
  maxWaitMs?: number
  /** Each rejection picks a random value in this range, so that rejected clients do not return all at once. */
  retryAfterSeconds?: { min: number; max: number }
  /** Waiting before this moment of `performance.now()` does not count, such as waiting for a database that is away. */
  countWaitingFrom?: () => number
  /** The limiter that the work passes next: while that one is overloaded, this one accepts nothing. */
  next?: Pick<ConcurrencyLimiter, 'isOverloaded'>
}

export interface WorkSize {
  /** Whose work it is, for `limitPerKey` and for shares of a full queue. */
  key?: string
  /** It starts before work that is not preferred, and takes its place in a full queue. */
  isPreferred?: boolean
  /** How much of the limit the work takes; 1 by default. */
  weight?: number
}

export interface ConcurrencyLimiter {
  /**
   * Runs the work as soon as the limit allows it, in the order of the calls. In a full queue, the key that has most work
   * waiting gives a place to one that has less.
   * @throws AppError `unavailable` when the work is rejected, `too_many_requests` when its key has used up its part
   */
  run<T>(work: () => Promise<T>, size?: WorkSize): Promise<T>
  /** Total weight of the work that runs now. */
  active(): number
  /** How much work waits. */
  queued(): number
  /** How much work was rejected since the start. */
  rejected(): number
  isOverloaded(): boolean
}

const defaultRetryAfterSeconds = { min: 2, max: 8 }

interface QueuedWork {
  since: number
  key: string | undefined
  weight: number
  start(): void
  reject(): void
}

export function createConcurrencyLimiter(options: ConcurrencyLimiterOptions): ConcurrencyLimiter {
  const { limit, limitPerKey = limit, queueLimit = 0, overloadedAfterMs = Number.POSITIVE_INFINITY, next } = options
  const preferred = new Set<QueuedWork>()
  const others = new Set<QueuedWork>()
  const countQueued = () => preferred.size + others.size
  const byKey = createKeyCounter()
  let active = 0
  let rejected = 0

  const countWaitedMs = ({ since }: Pick<QueuedWork, 'since'>) =>
    performance.now() - Math.max(since, options.countWaitingFrom?.() ?? since)

  function isOverloaded(): boolean {
    return [preferred, others].some(([first]) => first !== undefined && countWaitedMs(first) > overloadedAfterMs)
  }

  function createRejection(code: 'unavailable' | 'too_many_requests' = 'unavailable'): AppError {
    rejected += 1
    const { min, max } = options.retryAfterSeconds ?? defaultRetryAfterSeconds
    return new AppError(code, { retryAfter: min + Math.floor(Math.random() * (max - min + 1)) })
  }

  function waitInQueue({ key, weight = 1, isPreferred = false }: WorkSize): Promise<void> {
    const queue = isPreferred ? preferred : others
    if (isOverloaded()) throw createRejection()
    if (countQueued() >= queueLimit) {
      const displaced = findDisplaced(key, isPreferred)
      if (!displaced) throw createRejection()
      displaced.reject()
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        timeout.clear()
        queue.delete(queued)
      }
      const queued: QueuedWork = {
        since: performance.now(),
        key,
        weight,
        start() {
          leave()
          resolve()
        },
        reject() {
          leave()
          reject(createRejection())
        },
      }
      queue.add(queued)
      const { maxWaitMs = Number.POSITIVE_INFINITY } = options
      const timeout = startTimeout(
        () => maxWaitMs - countWaitedMs(queued),
        () => {
          queued.reject()
          // Lighter work behind a heavy one may fit now.
          startQueued()
        },
      )
    })
  }

  /** What gives its place in the full queue to work of this key, if anything does: the newest of the key that has most. */
  function findDisplaced(key: string | undefined, isPreferred: boolean): QueuedWork | undefined {
    if (key === undefined) return undefined
    const { newest } = findLargestShare(others)
    if (isPreferred && newest) return newest
    const queue = isPreferred ? preferred : others
    const largest = findLargestShare(queue)
    const own = [...queue].filter((queued) => queued.key === key).length
    return largest.count > own + 1 ? largest.newest : undefined
  }

  /** Takes the freed weight at once for queued work, so that a new call cannot get ahead of it. */
  function startQueued() {
    for (const queue of [preferred, others])
      for (const queued of queue) {
        if (active + queued.weight > limit) return
        active += queued.weight
        queued.start()
      }
  }

  return {
    async run(work, size = {}) {
      const { key, weight = 1 } = size
      if (next?.isOverloaded()) throw createRejection()
      if (byKey.get(key) + weight > limitPerKey) throw createRejection('too_many_requests')
      byKey.add(key, weight)
      try {
        if (countQueued() > 0 || active + weight > limit) await waitInQueue(size)
        else active += weight
        try {
          return await work()
        } finally {
          active -= weight
          startQueued()
        }
      } finally {
        byKey.add(key, -weight)
      }
    },
    active: () => active,
    queued: countQueued,
    rejected: () => rejected,
    isOverloaded,
  }
}

/** The key that has most work in the queue, and its newest work. Work without a key is nobody's share. */
function findLargestShare(queue: Iterable<QueuedWork>): { count: number; newest: QueuedWork | undefined } {
  const shares = new Map<string, { count: number; newest: QueuedWork | undefined }>()
  for (const queued of queue)
    if (queued.key !== undefined)
      shares.set(queued.key, { count: (shares.get(queued.key)?.count ?? 0) + 1, newest: queued })
  return [...shares.values()].reduce((largest, share) => (share.count >= largest.count ? share : largest), {
    count: 0,
    newest: undefined,
  })
}

/** Calls back once no time is left, which may grow meanwhile; never while it is infinite. */
function startTimeout(countLeftMs: () => number, callBack: () => void) {
  let timer: NodeJS.Timeout | undefined
  function check() {
    const leftMs = countLeftMs()
    if (leftMs <= 0) callBack()
    else if (Number.isFinite(leftMs)) timer = setTimeout(check, Math.ceil(leftMs))
  }
  check()
  return { clear: () => clearTimeout(timer) }
}

/** Counts the weight of each key, and forgets a key whose weight is 0. Work without a key is not counted. */
function createKeyCounter() {
  const counts = new Map<string | undefined, number>()
  const get = (key: string | undefined) => counts.get(key) ?? 0
  return {
    get,
    add(key: string | undefined, weight: number) {
      if (key === undefined) return
      const sum = get(key) + weight
      if (sum > 0) counts.set(key, sum)
      else counts.delete(key)
    },
  }
}

/** Limits the work of each key by itself, whatever other keys do. */
export function createKeyedLimiter(options: ConcurrencyLimiterOptions) {
  const limiters = new Map<string, ConcurrencyLimiter>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const limiter = limiters.get(key) ?? createConcurrencyLimiter(options)
    limiters.set(key, limiter)
    try {
      return await limiter.run(work)
    } finally {
      if (limiter.active() === 0) limiters.delete(key)
    }
  }
}
