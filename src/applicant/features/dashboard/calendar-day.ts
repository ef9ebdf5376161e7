// The calendar works with dates of the device's time zone, but shows days in Nigeria. A day in Nigeria is therefore
// represented by noon of the same date on the device.
import { getDay, parseDay } from '#shared/format/days.ts'

const utcDate = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })

/** The day of a moment ("2026-12-07T09:00:00Z") or of a date ("2026-12-07", "7 December 2026"); null for other texts. */
export const parseCalendarDay = (text: string | null): Date | null => toNoon(parseDay(text))

/** The day in Nigeria at this moment. */
export const toCalendarDay = (moment: Date): Date | null => toNoon(getDay(moment))

/** "7 December 2026" */
export const formatCalendarDay = (day: Date) =>
  utcDate.format(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()))

function toNoon(day: string | null): Date | null {
  if (day === null) return null
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}
