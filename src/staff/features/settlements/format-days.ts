import { formatDate } from '#shared/format/dates.ts'
import { formatShortDay } from '#shared/format/days.ts'

interface Days {
  firstDay: string
  lastDay: string
}

const join = (format: (day: string) => string, { firstDay, lastDay }: Days): string =>
  firstDay === lastDay ? format(firstDay) : `${format(firstDay)} to ${format(lastDay)}`

export const formatDays = (days: Days): string => join(formatDate, days)

/** "1 Oct to 31 Oct", which stays in one line on a phone. */
export const formatShortDays = (days: Days): string => join((day) => formatShortDay(day), days)
