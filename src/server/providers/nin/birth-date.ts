// Birth dates as providers write them, in one spelling.

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** yyyy-MM-dd from "21-01-1990", "1990-01-21" or "21 JAN 1990"; empty when the text is no such date. */
export function birthDate(text: string): string {
  const [first = '', middle = '', last = '', ...more] = text.trim().split(/[-/ ]+/)
  if (more.length > 0) return ''
  return first.length === 4 ? dayOf(first, middle, last) : dayOf(last, middle, first)
}

/** The day, or empty when the calendar has no such one. */
function dayOf(year: string, month: string, day: string): string {
  if (!/^(19|20)\d\d$/.test(year) || !/^\d{1,2}$/.test(day)) return ''
  const written = `${year}-${monthOf(month)}-${day.padStart(2, '0')}`
  const moment = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(written) ? written : ''
}

/** "JAN", "January" and "1" are "01"; "00" when it is no month. */
function monthOf(text: string): string {
  if (/^\d{1,2}$/.test(text)) return text.padStart(2, '0')
  const named = /^[a-z]{3,9}$/i.test(text) ? months.indexOf(text.slice(0, 3).toLowerCase()) + 1 : 0
  return String(named).padStart(2, '0')
}
