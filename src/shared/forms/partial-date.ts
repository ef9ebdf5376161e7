// Dates of which only the month or the year may be known.

const createFormat = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' })
const day = createFormat({ day: 'numeric', month: 'long', year: 'numeric' })
const month = createFormat({ month: 'long', year: 'numeric' })

/** "30 June 2015" of 2015-06-30, "June 2015" of 2015-06; a year alone, and any other text, stays as it is. */
export function formatPartialDate(text: string): string {
  if (!/^\d{4}-\d\d(-\d\d)?$/.test(text)) return text
  const moment = new Date(text)
  // JavaScript reads 31 February as 3 March.
  const isReal = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
  if (!isReal) return text
  return (text.length > 7 ? day : month).format(moment)
}

/** Nigeria is one hour ahead of UTC all year. */
const lagosOffset = 60 * 60 * 1000

/** Whether a day, month or year has not begun in Nigeria. */
export const isAfterToday = (date: string) =>
  date > new Date(Date.now() + lagosOffset).toISOString().slice(0, date.length)
