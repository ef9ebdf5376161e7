// Calendar days in Nigeria, whatever the zone of the device.

const lagosDay = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Lagos',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const shortDateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Africa/Lagos',
})

/** "21 Nov 2026", where there is little room. */
const formatShortDate = (moment: string) => shortDateFormat.format(new Date(moment))

const shortDayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'Africa/Lagos' })

/** "21 Nov" in the same year as now, otherwise "21 Nov 2025"; for columns of tables. */
export const formatShortDay = (moment: string, now = new Date()): string =>
  getDay(new Date(moment))?.slice(0, 4) === getDay(now)?.slice(0, 4)
    ? shortDayFormat.format(new Date(moment))
    : formatShortDate(moment)

/** "2026-12-07": the day in Nigeria at this moment; null for an invalid date. */
export const getDay = (moment: Date): string | null => (Number.isNaN(moment.getTime()) ? null : lagosDay.format(moment))

/** "2026-12-07" of a moment ("2026-12-07T09:00:00Z") or of a date ("2026-12-07", "7 December 2026"); null for other texts. */
export function parseDay(text: string | null): string | null {
  if (text === null) return null
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return getDay(new Date(text))
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text
  // Without a zone the text means the device's midnight, so the device's date is the one that was written.
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) return null
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return [String(year).padStart(4, '0'), pad(month), pad(day)].join('-')
}

const pad = (number: number) => String(number).padStart(2, '0')
