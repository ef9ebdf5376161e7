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

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * "2026-12-31" of a day as lists have it, such as 31/12/2026, 31-Dec-2026 or 2026-12-31, with or without a time; null for other
 * texts. Whether a calendar has it is not checked.
 */
export function parseWrittenDay(text: string): string | null {
  const day = text.replace(/[T ]\d{1,2}:[\d:.]*(?: ?[ap]m)?$/i, '').trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(day)
  const nigerian = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(day)
  const named = /^(\d{1,2})[\s/-]([a-z]{3})[a-z]*[\s/,-]+(\d{4})$/i.exec(day)
  if (iso) return joinDay(iso[1], iso[2], iso[3])
  if (nigerian) return joinDay(nigerian[3], nigerian[2], nigerian[1])
  return named && joinDay(named[3], String(months.indexOf((named[2] ?? '').toLowerCase()) + 1), named[1])
}

const joinDay = (year = '', month = '', day = '') => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

const pad = (number: number) => String(number).padStart(2, '0')
