// How much is worked on at once. Who comes beyond it waits for a moment; where that moment would be long, the refusal comes
// at once, with the time to come back: a queue without end would make everybody wait, and the load balancer believe that
// the server is dead.
import { AppError } from '../api/app-error.ts'

export interface Gate {
  /**
   * Does the work, as soon as there is room.
   * @throws AppError `unavailable` when there is none, and will not be soon
   */
  pass<T>(work: () => Promise<T>): Promise<T>
  /** How many are at work. */
  inside(): number
  /** Whether those who wait do so for longer than anybody should begin to. */
  isCrowded(): boolean
  /** How many were refused so far. */
  refused(): number
}

interface Room {
  /** So many work at once. */
  most: number
  /** So many may wait for it. */
  queue?: number
  /** The gate that comes afterwards: nobody is let in here while that one is crowded. */
  next?: Pick<Gate, 'isCrowded'>
}

/** Nobody joins a queue whose first has waited for longer, in ms. */
const patienceMs = 300
/** Nobody waits for longer, in ms: what is at work is stuck. */
const longestMs = 2_000
/** Seconds; spread, so that those who were refused together do not come back together. */
const comeBack = { soonest: 2, latest: 8 }

interface Waiting {
  since: number
  enter(): void
}

export function gate({ most, queue = 0, next }: Room): Gate {
  const waiting = new Set<Waiting>()
  let inside = 0
  let refused = 0

  function isCrowded(): boolean {
    const [first] = waiting
    return first !== undefined && performance.now() - first.since > patienceMs
  }

  function refusal(): AppError {
    refused += 1
    const { soonest, latest } = comeBack
    return new AppError('unavailable', { retryAfter: soonest + Math.floor(Math.random() * (latest - soonest + 1)) })
  }

  function takeTurn(): Promise<void> {
    if (waiting.size >= queue || isCrowded()) throw refusal()
    return new Promise((resolve, reject) => {
      const one = { since: performance.now(), enter }
      const tooLong = setTimeout(() => {
        waiting.delete(one)
        reject(refusal())
      }, longestMs)
      function enter() {
        clearTimeout(tooLong)
        waiting.delete(one)
        resolve()
      }
      waiting.add(one)
    })
  }

  return {
    async pass(work) {
      if (next?.isCrowded()) throw refusal()
      if (inside >= most) await takeTurn()
      else inside += 1
      try {
        return await work()
      } finally {
        // The place is handed on, so that nobody who comes in between can take it.
        const [first] = waiting
        if (first) first.enter()
        else inside -= 1
      }
    },
    inside: () => inside,
    isCrowded,
    refused: () => refused,
  }
}
