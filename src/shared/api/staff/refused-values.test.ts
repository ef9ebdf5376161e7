// What staff calls refuse beyond the types, lengths and bounds that docs/calls.md lists, each with the sentence that is read.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contactLimits } from '../../policy/limits.ts'
import { accountNumberMessage } from '../../staff/money-cases.ts'
import { staffPasswordLength } from '../../staff/password.ts'
import type { StaffCallName } from './calls.ts'
import type { StaffContract } from './contract.ts'
import { staffContracts } from './contracts.ts'

type Values = Record<string, unknown>
/** What changes in values that the call takes, and what is said then. Without a sentence it is taken, too. */
type Case = readonly [change: Values, sentence?: string]

const id = '0b6f9a1c-5f0e-4c57-9d0a-0f6f0a8f3b11'
const reason = 'As the department asked for it.'
const late = '2124-01-01T09:00:00+01:00'
const post = { school: 'Science', department: null, role: 'Lecturer' }
const details = { ...post, vacancies: 1, requirements: {}, closesAt: null }
const criterion = { name: 'Subject', maximum: 20 }
const lines = (count: number) => Array.from({ length: count }, (_, i) => `Line ${i}`).join('\n')

const cases: { call: StaffCallName; part?: 'body' | 'query'; taken: Values; cases: Case[] }[] = [
  {
    call: 'changeOwnPassword',
    taken: { currentPassword: 'x', password: 'x'.repeat(staffPasswordLength.min) },
    cases: [
      // A composed character that is typed as two, and a picture, are one character each.
      [
        { password: 'e\u0301'.repeat(staffPasswordLength.min - 1) },
        'password: The password needs at least 15 characters.',
      ],
      [{ password: '🌳'.repeat(staffPasswordLength.max) }],
      [
        { password: 'x'.repeat(staffPasswordLength.max + 1) },
        'password: The password can have 200 characters at most.',
      ],
      [{ currentPassword: '' }, 'currentPassword: Enter your password.'],
    ],
  },
  {
    call: 'correctApplicant',
    taken: { reason, surname: 'Bello' },
    cases: [
      [{ surname: undefined }, 'Nothing is to be corrected.'],
      [{ surname: undefined, version: 1 }, 'Nothing is to be corrected.'],
      [{ surname: '' }, 'surname: Enter the surname.'],
      [{ surname: 'Bel\nlo' }, 'surname: Use one line without control characters.'],
      [{ surname: '=A1' }, 'surname: Must not begin with =, +, - or @.'],
      [{ firstName: '#NAME?' }, 'firstName: This is an error of a spreadsheet.'],
      [{ firstName: '' }, 'firstName: Enter the first name.'],
      [{ middleName: '' }],
      [{ dateOfBirth: '1900-01-01' }],
      [{ dateOfBirth: '1899-12-31' }, 'dateOfBirth: Enter a day since 1900.'],
      [{ dateOfBirth: '2124-01-01' }, 'dateOfBirth: Enter a day in the past.'],
      [{ phone: '+234 803 123 4567' }],
      [{ phone: '0803123456' }, 'phone: Enter 11 digits that begin with 0, such as 08031234567.'],
      [{ phone: '080312345678' }, 'phone: Enter 11 digits that begin with 0, such as 08031234567.'],
      [{ phone: '18031234567' }, 'phone: Enter 11 digits that begin with 0, such as 08031234567.'],
      [{ email: 'nobody' }, 'email: This is not an email address.'],
      [{ state: 'atlantis' }, 'state: There is no such state.'],
    ],
  },
  {
    call: 'moveApplicant',
    taken: { reason, version: 1, fee: 0 },
    cases: [
      [{ fee: undefined }, 'Nothing is to be moved.'],
      [{ fee: undefined, charge: 0 }],
      [{ fee: undefined, post }],
    ],
  },
  {
    call: 'recordOutcome',
    taken: { outcome: 'unsuccessful', version: 1 },
    cases: [
      [{ outcome: 'reserve' }, 'rank: Enter the rank on the reserve list as a whole number.'],
      [{ outcome: 'reserve', rank: 1 }],
      [{ outcome: 'selected' }, 'until: Choose the date and the hour until which the offer can be answered.'],
      [{ outcome: 'selected', until: late }],
    ],
  },
  {
    call: 'recordOutcomes',
    taken: { outcome: 'unsuccessful', selection: id },
    cases: [
      [{ outcome: 'selected' }, 'until: Choose the date and the hour until which the offer can be answered.'],
      [{ outcome: 'selected', until: late }],
    ],
  },
  {
    call: 'makePublication',
    taken: { kind: 'seats', title: 'Seats', selection: id },
    cases: [
      [{ selection: undefined }, 'selection: Name the selection.'],
      [{ sittings: [id] }, 'selection: Name the selection.'],
      [{ selection: undefined, sittings: [id] }],
      [{ kind: 'shortlist', selection: undefined, sittings: [id] }, 'selection: Name the selection.'],
      [{ publishAt: '2000-01-01T00:00:00Z' }],
      [{ publishAt: '1999-12-31T23:59:59Z' }, 'publishAt: Give a moment since 2000.'],
    ],
  },
  {
    call: 'checkSettlement',
    part: 'query',
    taken: { exercise: '2024', reference: 'R-1', total: '100', firstDay: '2024-01-01', lastDay: '2024-01-01' },
    cases: [
      [{ lastDay: '2023-12-31' }, 'lastDay: The last day is not before the first day.'],
      [{ lastDay: '2025-01-01' }],
      [{ lastDay: '2025-01-02' }, 'lastDay: A file covers at most a year.'],
    ],
  },
  {
    call: 'stepMoneyCase',
    taken: { act: 'propose_refund', amount: 12_500.25, note: 'Paid twice.', version: 1 },
    cases: [
      [{ amount: 0 }, 'amount: Enter an amount in naira, such as 12,500.00.'],
      [{ amount: 0.000001 }, 'amount: Enter an amount in naira, such as 12,500.00.'],
      [{ amount: 12_500.255 }, 'amount: Use at most two decimals.'],
      [{ note: 'To 0123456789, please.' }, `note: ${accountNumberMessage}`],
    ],
  },
  {
    call: 'saveView',
    taken: { list: 'applicants', name: 'Mine', query: createQuery(40) },
    cases: [
      [{ query: createQuery(41) }, 'query: A view has at most 40 parameters.'],
      [{ list: 'Applicants' }, 'list: Invalid string: must match pattern /^[a-z-]{1,40}$/'],
      [{ list: '' }, 'list: Invalid string: must match pattern /^[a-z-]{1,40}$/'],
    ],
  },
  {
    call: 'makeExport',
    taken: { of: 'applicants', format: 'csv', columns: ['name'], reason },
    cases: [
      [{ format: 'zip-pdf', columns: [] }, 'format: Only applications have slips.'],
      [{ of: 'applications', format: 'zip-pdf', columns: [] }],
      [{ columns: ['shoe'] }, 'columns: There is no column shoe.'],
      [{ columns: [] }, 'columns: Choose at least one column.'],
      [{ filter: { shoe: '44' } }, 'filter: Unrecognized key: "shoe"'],
      [{ filter: { userIds: ['RE24-00001'] } }],
      [{ of: 'applications', filter: { userIds: ['RE24-00001'] } }, 'filter: Unrecognized key: "userIds"'],
      [{ selection: id }, 'selection: A selection holds applications.'],
      [{ of: 'applications', selection: id }],
      [{ of: 'applications', selection: id, filter: {} }, 'selection: Send a filter or a selection.'],
    ],
  },
  {
    call: 'checkResults',
    part: 'query',
    taken: { kind: 'cbt', exercise: '2024', of: '0.01' },
    cases: [[{ of: '0' }, 'of: Enter a maximum above 0.']],
  },
  {
    call: 'enterResult',
    taken: { kind: 'cbt', score: 40, maximum: 40, version: 1 },
    cases: [
      [{ score: 40.01 }, 'score: The score is above the maximum.'],
      [{ score: 0, maximum: 0 }, 'maximum: Enter a maximum above 0.'],
      [{ score: 10.001 }, 'score: Use at most two decimals.'],
    ],
  },
  {
    call: 'reviewApplication',
    taken: { verdict: 'shortlist', version: 1 },
    cases: [
      [{ verdict: 'reject' }, 'reasons: Choose at least one reason.'],
      [{ verdict: 'reject', note: 'For colleagues.' }, 'reasons: Choose at least one reason.'],
      [{ verdict: 'reject', reasons: [{ code: 'other', note: 'The title.' }] }],
      [
        { verdict: 'reject', reasons: [{ code: 'other', note: ' ' }] },
        'reasons.0.note: Say more: the applicant reads it after the sentence.',
      ],
      [
        { verdict: 'reject', reasons: [{ code: 'other' }] },
        'reasons.0.note: Say more: the applicant reads it after the sentence.',
      ],
      [{ verdict: 'return' }, 'reasons: Say what must be corrected.'],
      [{ verdict: 'return', note: 'The degree is unreadable.' }],
    ],
  },
  {
    call: 'addVenue',
    taken: { name: 'Hall A', address: '1 Main Road', state: 'lagos', isActive: true },
    cases: [
      [{ name: 'Hall\nA' }, 'name: Use one line.'],
      [{ name: ' ' }, 'name: Enter the name of the venue.'],
      [{ address: '1 Main Road\nIkeja' }, 'address: Use one line.'],
      [{ state: 'atlantis' }, 'state: Choose a state.'],
      [{ state: 'toString' }, 'state: Choose a state.'],
    ],
  },
  {
    call: 'addSitting',
    taken: {
      exercise: 2024,
      kind: 'cbt',
      venue: id,
      label: 'Batch 1',
      reportsAt: '2024-12-01T09:00:00+01:00',
      startsAt: '2024-12-01T09:00:00+01:00',
      endsAt: '2024-12-02T09:00:00+01:00',
      capacity: 10,
    },
    cases: [
      [{ label: 'Batch\n1' }, 'label: Use one line.'],
      [{ reportsAt: '0202-12-01T09:00:00+01:00' }, 'reportsAt: Enter a year since 2000.'],
      [{ reportsAt: '2024-12-01T09:01:00+01:00' }, 'reportsAt: Applicants report before the start, or at the start.'],
      [{ endsAt: '2024-12-01T09:00:00+01:00' }, 'endsAt: The end is after the start.'],
      [{ endsAt: '2024-12-02T09:01:00+01:00' }, 'endsAt: A sitting ends within a day of reporting.'],
    ],
  },
  {
    call: 'addPanel',
    taken: { name: 'Panel A', members: [id] },
    cases: [
      [{ name: 'Panel\nA' }, 'name: Use one line.'],
      [{ name: ' ' }, 'name: Enter the name of the panel.'],
      [{ members: [] }, 'members: Choose at least one member.'],
    ],
  },
  {
    call: 'changeExerciseText',
    taken: { kind: 'reply', title: 'Received', isOffered: true, version: 0 },
    cases: [[{ title: 'Re\nceived' }, 'title: Use one line.']],
  },
  {
    call: 'changeExercise',
    taken: { version: 1 },
    cases: [
      [{ fee: 0.01 }],
      [{ fee: 0.001 }, 'fee: must have at most two decimals'],
      [{ fee: -1 }, 'fee: must not be negative'],
      [{ deadline: '2000-01-01T00:00:00Z' }],
      [{ deadline: '1999-12-31T23:59:59Z' }, 'deadline: must not be before 2000'],
      [{ contact: { address: lines(contactLimits.addressLines) } }],
      [
        { contact: { address: lines(contactLimits.addressLines + 1) } },
        `contact.address: must have at most ${contactLimits.addressLines} lines`,
      ],
      [{ contact: { address: 'a'.repeat(contactLimits.addressLine) } }],
      [
        { contact: { address: `Registry\n${'a'.repeat(contactLimits.addressLine + 1)}` } },
        `contact.address: must have lines of at most ${contactLimits.addressLine} characters`,
      ],
      [{ contact: { address: ' \n ' } }, 'contact.address: must not be empty; null removes it'],
      [{ contact: { phone: '(012) 345-67' } }],
      [{ contact: { phone: ' +234 800 000 0000 ' } }],
      ...['012345', '1234567890123456', '0123456x7', '080 1234 5678 ext. 2'].map(
        (phone): Case => [
          { contact: { phone } },
          'contact.phone: must be one phone number of 7 to 15 digits, such as +234 800 000 0000',
        ],
      ),
      [{ contact: { hours: 'Monday\nTuesday' } }, 'contact.hours: must be one line'],
      [{ posts: [{ school: 'Science', department: null, roles: ['Lecturer', 'Professor'] }] }],
      [
        { posts: [{ school: 'Science', department: null, roles: ['Lecturer', 'Lecturer'] }] },
        'posts: must name each post once',
      ],
      [{ postDetails: [details, { ...details, role: 'Professor' }] }],
      [{ postDetails: [details, details] }, 'postDetails: must name each post once'],
      [{ scoreCriteria: [criterion, { ...criterion, name: 'Conduct' }] }],
      [{ scoreCriteria: [criterion, criterion] }, 'scoreCriteria: must name each criterion once'],
      [
        { scoreCriteria: [{ ...criterion, name: 'Sub\nject' }] },
        'scoreCriteria.0.name: must have each name on one line',
      ],
      [{ current: false }, 'current: can only be true: make another exercise current instead'],
    ],
  },
]

function createQuery(count: number) {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`p${'abcdefg'[i % 7]}${'abcdefg'[Math.floor(i / 7)]}`, 'x']),
  )
}

const listRefusals = (schema: z.ZodType, values: Values) =>
  schema
    .safeParse(JSON.parse(JSON.stringify(values)))
    .error?.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)) ?? []

const getSchema = (call: StaffCallName, part: 'body' | 'query') =>
  (staffContracts[call] as Partial<Record<typeof part, z.ZodType>>)[part] as z.ZodType

test.each(cases)('$call takes what is right and says what is not', ({ call, part = 'body', taken, cases }) => {
  const schema = getSchema(call, part)
  expect(listRefusals(schema, taken)).toEqual([])
  for (const [change, sentence] of cases)
    expect({ change, said: listRefusals(schema, { ...taken, ...change }) }).toEqual({
      change,
      said: sentence === undefined ? [] : [sentence],
    })
})

/** Each number that a schema takes, by where it is, with its least and largest one. */
function listNumbers(schema: unknown, path: string): { path: string; minimum: unknown; maximum: unknown }[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, minimum, maximum } = schema as Record<string, unknown>
  const own = type === 'integer' || type === 'number' ? [{ path, minimum, maximum }] : []
  return [...own, ...Object.entries(schema).flatMap(([key, inner]) => listNumbers(inner, `${path}/${key}`))]
}

test('a year or version that a call takes is compared with an integer of the database, which no larger number is', () => {
  const numbers = Object.entries<StaffContract>(staffContracts).flatMap(([call, { params, query, body }]) =>
    [params, query, body].flatMap((schema) =>
      schema ? listNumbers(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }), call) : [],
    ),
  )
  const compared = numbers.filter(({ path }) => /\/(exercise|year|from|version)(\/anyOf\/\d)?$/.test(path))
  expect(compared.length).toBeGreaterThan(80)
  const fits = (bound: unknown) => Math.abs(Number(bound)) <= 2_147_483_647
  expect(compared.filter(({ minimum, maximum }) => !(fits(minimum) && fits(maximum)))).toEqual([])
})
