// How a reader sees a date that may be known only in part.

const createFormat = (parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' })
const day = createFormat({ day: 'numeric', month: 'long', year: 'numeric' })
const month = createFormat({ month: 'long', year: 'numeric' })

/** "30 June 2015" of 2015-06-30, "June 2015" of 2015-06; a year alone, and whatever is no date, stay as they are. */
export function formatPartialDate(text: string): string {
  if (!/^\d{4}-\d\d(-\d\d)?$/.test(text)) return text
  const moment = new Date(text)
  // 31 February is read as 3 March.
  const isReal = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
  if (!isReal) return text
  return (text.length > 7 ? day : month).format(moment)
}
