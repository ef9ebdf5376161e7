// Dates and times as people write them here: 21 November 2026; 2:32 pm; always Nigerian time.

const zone = 'Africa/Lagos'
const long = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: zone,
})
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone: zone,
})

/** A day given as yyyy-MM-dd or as a moment; the text itself when it is neither. */
export function longDate(moment: string | Date): string {
  const date = moment instanceof Date ? moment : new Date(moment)
  return Number.isNaN(date.getTime()) ? String(moment) : long.format(date)
}

/** "2:32 pm" */
export const clockTime = (moment: string | Date) => clock.format(new Date(moment)).replace(/\u202f/g, ' ')

/** "21 November 2026, 2:32 pm" */
export const longDateTime = (moment: string | Date) => `${longDate(moment)}, ${clockTime(moment)}`
