// Dates and times as people write them here: 21 November 2026; 2:32 pm; always Nigerian time.

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

/** A day given as yyyy-MM-dd or as a moment; the text itself when it is neither. */
export function formatDate(moment: string | Date): string {
  const date = moment instanceof Date ? moment : new Date(moment)
  return Number.isNaN(date.getTime()) ? String(moment) : dateFormat.format(date)
}

/** "2:32 pm" */
export const formatTime = (moment: string | Date) => timeFormat.format(new Date(moment)).replace(/\u202f/g, ' ')

/** "21 November 2026, 2:32 pm" */
export const formatDateTime = (moment: string | Date) => `${formatDate(moment)}, ${formatTime(moment)}`
