// Dates and times for people, always in Nigerian time.

const timeZone = 'Africa/Lagos'
const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: timeZone,
})
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone: timeZone,
})

/** "21 November 2026" for a day (yyyy-MM-dd) or a date and time; any other text stays as it is. */
export function formatDate(moment: string | Date): string {
  const date = moment instanceof Date ? moment : new Date(moment)
  return Number.isNaN(date.getTime()) ? String(moment) : dateFormat.format(date)
}

/** "2:32 pm" */
export const formatTime = (moment: string | Date) => timeFormat.format(new Date(moment)).replace(/\u202f/g, ' ')

/** "21 November 2026, 2:32 pm" */
export const formatDateTime = (moment: string | Date) => `${formatDate(moment)}, ${formatTime(moment)}`
