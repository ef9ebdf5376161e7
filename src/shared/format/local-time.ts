// A moment in a date and time control: Nigerian time, which has no summer time, without its zone.

const offset = '+01:00'
const offsetMs = 3_600_000

/** What stands for the value of a control in which only a part of the date is typed. */
export const unfinishedDate = 'unfinished'

/** "2026-12-31T23:59", with seconds only when there are some; empty for null. */
export function toLocalDateTime(moment: string | null): string {
  if (moment === null) return ''
  const local = new Date(new Date(moment).getTime() + offsetMs).toISOString()
  return local.slice(0, local.slice(17, 19) === '00' ? 16 : 19)
}

/** The moment with its zone; null for an empty text. Anything else stays readable for the server, which refuses it. */
export const parseLocalDateTime = (text: string): string | null =>
  text === '' ? null : `${text}${text.length === 16 ? ':00' : ''}${offset}`
