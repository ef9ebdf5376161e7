// What pages say of the deadline.

import { formatDateTime } from '#shared/format/dates.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { isPastDeadline } from '#shared/policy/deadline.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** From then on the time left is counted down. */
const countdownMs = 3 * dayMs

/**
 * "Submit by 7 December 2026, 12:30 pm."; in the last three days with the time that is left; afterwards "Applications closed
 * on …".
 */
export function describeDeadline(deadline: string, now: Date): string {
  const moment = formatDateTime(deadline)
  if (isPastDeadline(deadline, now)) return `Applications closed on ${moment}.`
  const leftMs = new Date(deadline).getTime() - now.getTime()
  return leftMs > countdownMs ? `Submit by ${moment}.` : `Submit by ${moment}: ${formatTimeLeft(leftMs)} left.`
}

/** "2 days 3 hours", "5 hours 12 minutes", "less than a minute": rounded down, so that nobody comes too late. */
function formatTimeLeft(ms: number): string {
  if (ms < minuteMs) return 'less than a minute'
  const days = Math.floor(ms / dayMs)
  const hours = Math.floor((ms % dayMs) / hourMs)
  const minutes = Math.floor((ms % hourMs) / minuteMs)
  const parts = days > 0 ? [count(days, 'day'), count(hours, 'hour')] : [count(hours, 'hour'), count(minutes, 'minute')]
  return parts.filter(Boolean).join(' ')
}

const count = (number: number, unit: string) => (number === 0 ? '' : formatCounted(number, unit))
