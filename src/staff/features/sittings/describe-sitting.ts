import { formatTime } from '#shared/format/dates.ts'
import { formatShortDay } from '#shared/format/days.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import type { ListedSitting } from '#shared/lists/sittings.ts'
import { stateOptions } from '#shared/reference-data/states.ts'
import { sittingKinds } from '#shared/staff/sittings.ts'

export const countFreeSeats = ({ capacity, seated }: ListedSitting): number => capacity - seated

/** In one line, for somebody who chooses among sittings. */
export function describeSitting(sitting: ListedSitting): string {
  const { kind, label, venue, startsAt } = sitting
  const place = `${venue.name}, ${stateOptions[venue.state]}${venue.isStepFree ? ', step-free' : ''}`
  const time = `${formatShortDay(startsAt)}, ${formatTime(startsAt).replace(' ', '\u00a0')}`
  const free = countFreeSeats(sitting)
  return `${sittingKinds[kind]}, ${label}: ${place}, ${time}, ${free > 0 ? formatCounted(free, 'free seat') : 'full'}`
}
