// When the provider is asked again about an RRR that nobody has paid. Pure.

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const interval = { minMs: 2 * minuteMs, maxMs: 12 * hourMs }
/** How long an RRR is polled; longer while the provider gives no definite answer. */
const period = { answeredMs: 60 * dayMs, unansweredMs: 90 * dayMs }

/** Notifications trigger no more than one check in this time. */
export const minCheckIntervalMs = 5_000

interface PollingProgress {
  issuedAt: Date
  now: Date
  isAnswered: boolean
}

/** Each interval is half of the RRR's age: 2 minutes at first, 12 hours after a day. Null when polling has ended. */
export function planNextCheck({ issuedAt, now, isAnswered }: PollingProgress): Date | null {
  const ageMs = now.getTime() - issuedAt.getTime()
  if (ageMs >= (isAnswered ? period.answeredMs : period.unansweredMs)) return null
  return new Date(now.getTime() + Math.min(Math.max(ageMs / 2, interval.minMs), interval.maxMs))
}
