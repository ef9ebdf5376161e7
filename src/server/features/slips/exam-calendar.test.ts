import { expect, test } from 'vitest'
import { type ExamCalendar, formatExamCalendar } from './exam-calendar.ts'

const exam: ExamCalendar = {
  examDate: '7 December 2026',
  examTime: '10:00 am',
  examVenue: 'ICT Centre, Hall B; seat 41',
  uid: 'exam-1@example.org',
  summary: 'Examination: Academic Staff Recruitment 2024',
  description: [
    'Institute of Ẹ̀kọ́ and Ọgbọ́n, a name with many characters that take more than one octet',
    'Bring both slips.',
  ],
  sequence: 2,
  isCancelled: false,
  createdAt: new Date('2026-11-22T06:07:08.900Z'),
}

/** Properties and their parameters of each component, as RFC 5545 describes them. */
function parseCalendar(text: string) {
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const components: Record<string, Record<string, string>> = {}
  const open: string[] = []
  for (const line of text.replaceAll('\r\n ', '').trimEnd().split('\r\n')) {
    const [, key = '', value = ''] = /^([^:]+):(.*)$/.exec(line) ?? []
    if (key === 'BEGIN') open.push(value)
    else if (key === 'END') expect(open.pop()).toBe(value)
    else {
      const component = open.at(-1) ?? ''
      components[component] = { ...components[component], [key]: value }
    }
  }
  expect(open).toEqual([])
  return components
}

const toText = (text = '') => text.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1')

test('the exam is an event in Nigerian time, with its venue and a stable identity', () => {
  const { VCALENDAR, VEVENT, VTIMEZONE, STANDARD, VALARM } = parseCalendar(formatExamCalendar(exam) ?? '')
  expect(VCALENDAR).toMatchObject({ VERSION: '2.0', METHOD: 'PUBLISH' })
  expect(VTIMEZONE).toEqual({ TZID: 'Africa/Lagos' })
  expect(STANDARD).toMatchObject({ TZOFFSETFROM: '+0100', TZOFFSETTO: '+0100' })
  expect(VEVENT).toMatchObject({
    UID: 'exam-1@example.org',
    DTSTAMP: '20261122T060708Z',
    SEQUENCE: '2',
    STATUS: 'CONFIRMED',
    TRANSP: 'OPAQUE',
    'DTSTART;TZID=Africa/Lagos': '20261207T100000',
    'DTEND;TZID=Africa/Lagos': '20261207T120000',
    SUMMARY: 'Examination: Academic Staff Recruitment 2024',
    LOCATION: 'ICT Centre\\, Hall B\\; seat 41',
  })
  expect(toText(VEVENT?.DESCRIPTION)).toBe(
    [...exam.description, 'How long it takes is not published; the calendar shows two hours.'].join('\n'),
  )
  expect(VALARM?.TRIGGER).toBe('-P1D')
})

test('a published end is the end of the event, also after midnight', () => {
  const { VEVENT } = parseCalendar(formatExamCalendar({ ...exam, examTime: '9:00 am – 12:30 pm' }) ?? '')
  expect(VEVENT?.['DTEND;TZID=Africa/Lagos']).toBe('20261207T123000')
  expect(VEVENT?.DESCRIPTION).not.toContain('How long')
  const late = parseCalendar(formatExamCalendar({ ...exam, examDate: '2026-12-31', examTime: '11:00 pm' }) ?? '')
  expect(late.VEVENT?.['DTEND;TZID=Africa/Lagos']).toBe('20270101T010000')
})

test.each([null, 'In the morning'])('with the time %j the event lasts the whole day', (examTime) => {
  const { VEVENT, VTIMEZONE } = parseCalendar(formatExamCalendar({ ...exam, examTime, examDate: '2026-12-31' }) ?? '')
  expect(VEVENT).toMatchObject({
    'DTSTART;VALUE=DATE': '20261231',
    'DTEND;VALUE=DATE': '20270101',
    TRANSP: 'TRANSPARENT',
  })
  expect(VTIMEZONE).toBeUndefined()
  if (examTime) expect(VEVENT?.DESCRIPTION).toContain(examTime)
})

test('without a day that can be read there is no event', () => {
  expect(formatExamCalendar({ ...exam, examDate: 'Soon' })).toBeNull()
})

test('a cancelled event replaces the one in the calendar, and reminds of nothing', () => {
  const { VCALENDAR, VEVENT, VALARM } = parseCalendar(formatExamCalendar({ ...exam, isCancelled: true }) ?? '')
  expect([VCALENDAR?.METHOD, VEVENT?.STATUS, VEVENT?.TRANSP, VEVENT?.UID, VALARM]).toEqual([
    'CANCEL',
    'CANCELLED',
    'TRANSPARENT',
    'exam-1@example.org',
    undefined,
  ])
})
