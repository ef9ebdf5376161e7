// Converts the providers' birth dates to yyyy-MM-dd.

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Accepts "21-01-1990", "1990-01-21" and "21 JAN 1990"; empty for anything else. */
export function parseBirthDate(text: string): string {
  const [first = '', middle = '', last = '', ...more] = text.trim().split(/[-/ ]+/)
  if (more.length > 0) return ''
  return first.length === 4 ? toIsoDate(first, middle, last) : toIsoDate(last, middle, first)
}

/** Empty when the day does not exist. */
function toIsoDate(year: string, month: string, day: string): string {
  if (!/^(19|20)\d\d$/.test(year) || !/^\d{1,2}$/.test(day)) return ''
  const written = `${year}-${toMonthNumber(month)}-${day.padStart(2, '0')}`
  const moment = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(written) ? written : ''
}

/** "01" for "JAN", "January" and "1"; "00" when it is not a month. */
function toMonthNumber(text: string): string {
  if (/^\d{1,2}$/.test(text)) return text.padStart(2, '0')
  const named = /^[a-z]{3,9}$/i.test(text) ? months.indexOf(text.slice(0, 3).toLowerCase()) + 1 : 0
  return String(named).padStart(2, '0')
}
