// The exam of an applicant. Day and time are texts, because staff may publish them in words.
import { formatDate } from '../format/dates.ts'

/** A day of the calendar; `month` is 1 to 12. */
export interface CalendarDay {
  year: number
  month: number
  day: number
}

/** Minutes since midnight in Nigeria. `end` is null when only the start is known. */
export interface TimeSpan {
  start: number
  end: number | null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The day in "2026-12-07", "Monday, 7th December 2026", "December 7, 2026" or "07/12/2026"; null for any other text. */
export function parseExamDay(text: string): CalendarDay | null {
  const parts = text
    .toLowerCase()
    .split(/[\s,.]+/)
    .filter(Boolean)
  return toDay(readNumbers(parts[0] ?? '') ?? readNames(parts))
}

/** Year, month, day. */
type DayParts = [number, number, number]

function readNumbers(text: string): DayParts | null {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:t|$)/.exec(text) ?? []
  if (day) return [Number(year), Number(month), Number(day)]
  const [, first, second, last] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text) ?? []
  return last ? [Number(last), Number(second), Number(first)] : null
}

function readNames(parts: readonly string[]): DayParts | null {
  const month = parts.map((part) => months.indexOf(part.slice(0, 3)) + 1).find((number) => number > 0)
  const year = parts.find((part) => /^\d{4}$/.test(part))
  const day = parts.map((part) => /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(part)?.[1]).find(Boolean)
  return month && year && day ? [Number(year), month, Number(day)] : null
}

function toDay(parts: DayParts | null): CalendarDay | null {
  if (!parts) return null
  const [year, month, day] = parts
  const date = new Date(Date.UTC(year, month - 1, day))
  // A day that the month does not have is one of another month.
  return date.getUTCMonth() === month - 1 ? { year, month, day } : null
}

/** "7 December 2026" for a day that can be read; any other text stays as it is. */
export function formatExamDate(text: string): string {
  const day = parseExamDay(text)
  return day ? formatDate(toIsoDay(day)) : text
}

/** "2026-12-07" */
export const toIsoDay = ({ year, month, day }: CalendarDay) =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

/** The time in "10:00 am", "10am", "14:30" or "10:00 am – 1:00 pm"; null for any other text. */
export function parseExamTime(text: string): TimeSpan | null {
  const [first = '', last, ...more] = text
    .toLowerCase()
    .replace(/\b(?:prompt|sharp|wat)\b|\(wat\)|\./g, '')
    .split(/[–—-]|\bto\b|\buntil\b/)
    .map((part) => part.trim())
  const start = readTime(first)
  if (start === null || more.length > 0) return null
  if (last === undefined) return { start, end: null }
  const end = readTime(last)
  if (end === null) return null
  // "2:00 – 4:00 pm": the half of the day stands only behind the end.
  const isAfternoon = start + halfDay < end && !/[ap]m$/.test(first) && /pm$/.test(last)
  const begin = isAfternoon ? start + halfDay : start
  return { start: begin, end: end > begin ? end : null }
}

const halfDay = 12 * 60

function readTime(text: string): number | null {
  if (/^(?:12 ?)?noon$/.test(text)) return halfDay
  const [, hours, minutes] = /^(\d{1,2}):(\d\d)$/.exec(text) ?? []
  if (minutes) return toMinutes(Number(hours), Number(minutes))
  const [, hour, minute = '0', half] = /^(0?[1-9]|1[0-2])(?::(\d\d))? ?(am|pm)$/.exec(text) ?? []
  return half ? toMinutes((Number(hour) % 12) + (half === 'pm' ? 12 : 0), Number(minute)) : null
}

const toMinutes = (hours: number, minutes: number) => (hours > 23 || minutes > 59 ? null : hours * 60 + minutes)
