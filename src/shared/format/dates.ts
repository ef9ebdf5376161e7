// Dates and times for people, always in Nigerian time.

const timeZone = 'Africa/Lagos'
const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: timeZone,
})
const yearFormat = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone })
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h12',
  timeZone: timeZone,
})

/** "21 November 2026" for a day (yyyy-MM-dd) or a date and time; any other text stays as it is. */
export function formatDate(moment: string | Date): string {
  const date = moment instanceof Date ? moment : new Date(moment)
  return Number.isNaN(date.getTime()) ? String(moment) : dateFormat.format(date)
}

/** 2026, in Nigeria. */
export const getYear = (moment: Date): number => Number(yearFormat.format(moment))

/** "2:32 pm" */
export const formatTime = (moment: string | Date) => timeFormat.format(new Date(moment)).replace(/\u202f/g, ' ')

/** "21 November 2026, 2:32 pm" */
export const formatDateTime = (moment: string | Date) => `${formatDate(moment)}, ${formatTime(moment)}`

/** The text so that no line of it ends between day and month, or within 6:50 pm. */
export const joinMoments = (text: string) => text.replace(/(\d) (?=[ap]m\b|[A-Z][a-z]+ \d{4}\b)/g, '$1\u00a0')
