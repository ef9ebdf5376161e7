import { formatDate } from '#shared/format/dates.ts'

export const formatDays = ({ firstDay, lastDay }: { firstDay: string; lastDay: string }): string =>
  firstDay === lastDay ? formatDate(firstDay) : `${formatDate(firstDay)} to ${formatDate(lastDay)}`
