// The exam as an iCalendar file (RFC 5545).
import type { ExamDetails } from '#shared/policy/applicant-status.ts'
import { type CalendarDay, parseExamDay, parseExamTime, type TimeSpan, toIsoDay } from '#shared/policy/exam.ts'

export interface ExamCalendar extends ExamDetails {
  /** The same for every file of an exam, so that a calendar replaces the event instead of adding another. */
  uid: string
  summary: string
  description: readonly string[]
  /** How often it was published anew. */
  sequence: number
  isCancelled: boolean
  /** When the file was made. */
  createdAt: Date
}

/** Nigeria has had no other time since 1919. */
const timezone = [
  'BEGIN:VTIMEZONE',
  'TZID:Africa/Lagos',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0100',
  'TZNAME:WAT',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** In minutes, when only the start is published. */
const assumedDuration = 120
const lengthUnknown = 'How long it takes is not published; the calendar shows two hours.'

/** @returns null when the day cannot be read; without a time that can be read, the event lasts the whole day */
export function formatExamCalendar(exam: ExamCalendar): string | null {
  const day = parseExamDay(exam.examDate ?? '')
  if (!day) return null
  const time = parseExamTime(exam.examTime ?? '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Recruitment portal//Exam//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${exam.isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    ...(time ? timezone : []),
    'BEGIN:VEVENT',
    `UID:${exam.uid}`,
    `DTSTAMP:${formatUtc(exam.createdAt)}`,
    `SEQUENCE:${exam.sequence}`,
    ...(time ? formatSpan(day, time.start, time.end ?? time.start + assumedDuration) : formatWholeDay(day)),
    `SUMMARY:${escapeText(exam.summary)}`,
    ...(exam.examVenue ? [`LOCATION:${escapeText(exam.examVenue)}`] : []),
    `DESCRIPTION:${escapeText([...exam.description, ...describeTime(exam, time)].join('\n'))}`,
    `STATUS:${exam.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${time && !exam.isCancelled ? 'OPAQUE' : 'TRANSPARENT'}`,
    ...(exam.isCancelled ? [] : reminder(exam)),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

const reminder = ({ summary }: ExamCalendar) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escapeText(summary)}`,
  'TRIGGER:-P1D',
  'END:VALARM',
]

/** What the event's start and end do not say. */
function describeTime({ examTime }: ExamDetails, time: TimeSpan | null): string[] {
  if (time) return time.end === null ? [lengthUnknown] : []
  return examTime ? [`Time: ${examTime}`] : []
}

const formatDay = (day: CalendarDay) => toIsoDay(day).replaceAll('-', '')

function formatWholeDay(day: CalendarDay): string[] {
  return [`DTSTART;VALUE=DATE:${formatDay(day)}`, `DTEND;VALUE=DATE:${formatDay(addDays(day, 1))}`]
}

const formatSpan = (day: CalendarDay, start: number, end: number): string[] => [
  `DTSTART;TZID=Africa/Lagos:${formatLocal(day, start)}`,
  `DTEND;TZID=Africa/Lagos:${formatLocal(day, end)}`,
]

const dayMinutes = 24 * 60

/** @param minutes since midnight; more than a day's lead to the next day */
function formatLocal(day: CalendarDay, minutes: number): string {
  const time = minutes % dayMinutes
  const clock = [Math.floor(time / 60), time % 60, 0].map((part) => String(part).padStart(2, '0')).join('')
  return `${formatDay(addDays(day, Math.floor(minutes / dayMinutes)))}T${clock}`
}

function addDays({ year, month, day }: CalendarDay, days: number): CalendarDay {
  const date = new Date(Date.UTC(year, month - 1, day + days))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** 20261207T090000Z */
const formatUtc = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d+/g, '')

const escapeText = (text: string) =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n|\r|\n/g, '\\n')

const maxOctets = 75

/** A line has at most 75 octets; the next ones begin with a space. Characters stay whole. */
function foldLine(line: string): string {
  const folded: string[] = []
  let part = ''
  for (const character of line) {
    const limit = folded.length === 0 ? maxOctets : maxOctets - 1
    if (Buffer.byteLength(part + character) > limit) {
      folded.push(part)
      part = ''
    }
    part += character
  }
  return [...folded, part].join('\r\n ')
}
