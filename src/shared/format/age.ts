const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const format = new Intl.RelativeTimeFormat('en-GB')

/** "3 days ago"; "just now" within the first minute. */
export function formatAge(moment: string, now = Date.now()): string {
  const age = now - Date.parse(moment)
  if (age >= day) return format.format(-Math.floor(age / day), 'day')
  if (age >= hour) return format.format(-Math.floor(age / hour), 'hour')
  return age >= minute ? format.format(-Math.floor(age / minute), 'minute') : 'just now'
}
