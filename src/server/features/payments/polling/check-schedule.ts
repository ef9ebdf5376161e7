// When the provider is asked again about an RRR that nobody has paid: after minutes, then hours, then no more.

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const wait = { shortest: 2 * minute, longest: 12 * hour }
/** How long an RRR is watched; somewhat longer while the provider gives no answer that means anything. */
const watch = { answered: 60 * day, unanswered: 90 * day }

/** How soon after one question the next may follow, in ms, however many notifications ask for it. */
export const shortestPauseMs = 5_000

interface Watched {
  issuedAt: Date
  now: Date
  isAnswered: boolean
}

/** Each wait is half of the RRR's age: 2 minutes at first, 12 hours after a day; null when the watch has ended. */
export function nextCheckAt({ issuedAt, now, isAnswered }: Watched): Date | null {
  const age = now.getTime() - issuedAt.getTime()
  if (age >= (isAnswered ? watch.answered : watch.unanswered)) return null
  return new Date(now.getTime() + Math.min(Math.max(age / 2, wait.shortest), wait.longest))
}
