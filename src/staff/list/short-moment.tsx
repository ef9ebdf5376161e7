import type { ReactNode } from 'react'
import { useNow } from '#kit/browser/use-now.ts'
import { formatAge } from '#shared/format/age.ts'
import { formatDate, formatDateTime, formatTime } from '#shared/format/dates.ts'
import { formatShortDay } from '#shared/format/days.ts'

interface Props {
  /** ISO 8601, a moment or a day; nothing without one. */
  moment: string | null
}

/** "21 Nov"; the exact moment on demand. */
export const ShortDay = ({ moment }: Props) => moment && <Moment moment={moment}>{formatShortDay(moment)}</Moment>

/** "21 Nov, 2:32 pm"; the day alone in the second line of a row on a phone. */
export const ShortMoment = ({ moment }: Props) =>
  moment && (
    <Moment moment={moment}>
      {formatShortDay(moment)}
      <span data-detail>, {formatTime(moment)}</span>
    </Moment>
  )

/** "3 days ago", also in a page that stays open. */
export const useAge = (moment: string) => formatAge(moment, useNow()?.getTime())

export const Age = ({ moment }: { moment: string }) => <Moment moment={moment}>{useAge(moment)}</Moment>

const Moment = ({ moment, children }: { moment: string; children: ReactNode }) => (
  <time dateTime={moment} title={moment.includes('T') ? formatDateTime(moment) : formatDate(moment)}>
    {children}
  </time>
)
