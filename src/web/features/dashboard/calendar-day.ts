// The calendar works with dates of the device's time zone, but shows days in Nigeria. A day in Nigeria is therefore
// represented by noon of the same date on the device.

const lagosDate = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Lagos',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const utcDate = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })

/** The day of a moment ("2026-12-07T09:00:00Z") or of a date ("2026-12-07", "7 December 2026"); null for other texts. */
export function parseCalendarDay(text: string | null): Date | null {
  if (text === null) return null
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return toCalendarDay(new Date(text))
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  const date = day ? new Date(Number(year), Number(month) - 1, Number(day)) : new Date(text)
  return Number.isNaN(date.getTime()) ? null : atNoon(date)
}

/** The day in Nigeria at this moment. */
export const toCalendarDay = (moment: Date): Date | null =>
  Number.isNaN(moment.getTime()) ? null : parseCalendarDay(lagosDate.format(moment))

/** "7 December 2026" */
export const formatCalendarDay = (day: Date) =>
  utcDate.format(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()))

function atNoon(date: Date): Date {
  const noon = new Date(date)
  noon.setHours(12, 0, 0, 0)
  return noon
}
