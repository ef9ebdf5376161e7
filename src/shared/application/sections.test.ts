import { describe, expect, expectTypeOf, test } from 'vitest'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { sectionTitles } from '#tests/support/fixtures/sample-application.ts'
import { applyAnswer, createEmptyAnswers, createEmptyEntry, type ListSection, type Section } from '../forms/section.ts'
import { createSectionTable, formatCellText, getCellText } from '../forms/table.ts'
import { validateSections } from '../forms/validation.ts'
import type { Applicant } from './applicant.ts'
import { renderApplicationTables } from './application-tables.ts'
import { draftDocumentSchema, submittedDocumentSchema } from './document.ts'
import { homeAddress } from './personal.ts'
import { type Answers, sections } from './sections.ts'
import { findStep, steps } from './steps.ts'

const answers = createCompleteAnswers('/api/v1/files/0a0a0a0a-0000-4000-8000-000000000001')
const allSections = Object.entries(sections) as [keyof Answers, Section][]
const lists = allSections.filter((part): part is [keyof Answers, ListSection] => part[1].shape === 'list')
const validate = (changed: Partial<Record<keyof Answers, unknown>>) =>
  Object.fromEntries(validateSections(sections, { ...answers, ...changed }))
const getIssues = (body: unknown) =>
  submittedDocumentSchema.safeParse(body).error?.issues.map((issue) => [issue.path.join('.'), issue.message])

test('complete answers are accepted unchanged', () => {
  expect(submittedDocumentSchema.parse(answers)).toEqual(answers)
  expectTypeOf<Answers['institutions'][number]['grade']>().toEqualTypeOf<string>()
  expectTypeOf<Answers['publication'][number]['fileUrl']>().toEqualTypeOf<string[]>()
  expectTypeOf<Answers['hobby']>().toEqualTypeOf<string>()
})

test('an empty document is a valid draft, and not a valid application', () => {
  expect(draftDocumentSchema.parse({})).toEqual(createEmptyAnswers(sections))
  expect(draftDocumentSchema.parse(createEmptyAnswers(sections))).toEqual(createEmptyAnswers(sections))
  expect(getIssues({})).toEqual([
    ['placeOfBirth', 'Place of birth is required.'],
    ['institutions', sections.institutions.messages.tooFew],
    ['academicQualification', sections.academicQualification.messages.tooFew],
    ['experience', sections.experience.messages.tooFew],
    ['referees', 'Please provide at least 3 referees.'],
  ])
})

describe.each(lists)('the list %s', (name, list) => {
  const items = answers[name] as Record<string, unknown>[]
  const missing = (key: string) =>
    list.messages.missing ?? `${list.noun} 1 ${list.fields[key]?.label.toLowerCase()} is required.`

  test('has an error for each required field of an empty entry', () => {
    const entries = [createEmptyEntry(list), ...items.slice(1)]
    const wanted = Object.entries(list.fields)
      .filter(([, field]) => !field.optional)
      .map(([key]) => [`${name}.0.${key}`, missing(key)])
    expect(validate({ [name]: entries })).toEqual(Object.fromEntries(wanted))
  })

  test('treats white space as empty', () => {
    const required = Object.entries(list.fields).filter(([, field]) => !field.optional && field.kind === 'text')
    for (const [key] of required)
      expect(validate({ [name]: [{ ...items[0], [key]: ' \t' }, ...items.slice(1)] })).toEqual({
        [`${name}.0.${key}`]: missing(key),
      })
  })

  test('refuses an unknown field by name', () => {
    const result = submittedDocumentSchema.safeParse({ ...answers, [name]: [{ ...items[0], salary: '1' }] })
    expect(result.error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: ['salary'], path: [name, 0] })
  })

  test('has a maximum number of entries', () => {
    const tooMany = Array.from({ length: list.max + 1 }, () => items[0])
    expect(draftDocumentSchema.safeParse({ [name]: tooMany }).success).toBe(false)
    expect(draftDocumentSchema.safeParse({ [name]: tooMany.slice(1) }).success).toBe(true)
  })

  test('becomes a table with a column for each field, and has a text for no entries', () => {
    const table = createSectionTable(name, list, items)
    expect(table.headings).toEqual(Object.values(list.fields).map((field) => field.label))
    expect(table.rows).toHaveLength(items.length)
    expect(createSectionTable(name, list, [])).toMatchObject({
      rows: [],
      none: expect.stringMatching(/^No .+ available\.$/),
    })
  })

  test('has a title for each entry', () => {
    expect(list.summary(items[0] as never)).not.toBe('')
    expect(list.summary(createEmptyEntry(list))).toBe('')
  })
})

test('a qualification is titled with its certificate and the year of its award', () => {
  expect(sections.academicQualification.summary({ ...answers.academicQualification[0]!, certificate: 'msc' })).toMatch(
    /^MSc, .*, \d{4}$/,
  )
})

test('the title of an entry leaves out what is only white space', () => {
  const { summary } = sections.experience
  expect(summary({ ...answers.experience[0]!, name: ' \t', organization: 'NITDA' })).toMatch(/^NITDA, \d{4}/)
})

test('a start year after the end year is an invalid date range', () => {
  const withLateStart = (list: 'institutions' | 'experience') => [{ ...answers[list][0], startYear: '2019' }]
  expect(validate({ institutions: withLateStart('institutions') })).toEqual({
    'institutions.0.endYear': 'Invalid date range for institution 1: start year must be before end year.',
  })
  expect(validate({ experience: withLateStart('experience') })).toEqual({
    'experience.0.endYear': 'Invalid date range for experience 1: start year must be before end year.',
  })
  // A year that is none has its own error, and no order.
  for (const years of [{ startYear: '20199' }, { startYear: '2019', endYear: '199' }]) {
    const errors = validate({ institutions: [{ ...answers.institutions[0], ...years }] })
    expect(Object.values(errors)).toEqual([expect.not.stringContaining('date range')])
  }
})

test('a referee needs a valid email and a phone number of exactly 11 digits', () => {
  const [first, second, third] = answers.referees
  expect(validate({ referees: [first, { ...second, phone: '0801234567' }, { ...third, email: 'a@b' }] })).toEqual({
    'referees.1.phone': 'Referee 2 phone number must be exactly 11 digits.',
    'referees.2.email': 'Referee 3 must have a valid email format.',
  })
  expect(validate({ referees: [first, second] })).toEqual({ referees: 'Please provide at least 3 referees.' })
})

test('a choice must be one of its options, by value or label in any case', () => {
  const institution = { ...answers.institutions[0], grade: 'toString' }
  expect(validate({ institutions: [institution] })).toEqual({
    'institutions.0.grade': 'Institution 1 grade must be picked from the list.',
  })
  const read = draftDocumentSchema.parse({ homeAddress: { state: 'Ogun', city: 'ijebu ode' } })
  expect(read.homeAddress).toEqual({ address: '', state: 'ogun', city: 'Ijebu Ode', country: 'nigeria' })
})

test('choosing another state clears the LGA', () => {
  const { fields } = homeAddress
  expect(applyAnswer(fields, answers.homeAddress, 'state', 'lagos').city).toBe('')
  expect(applyAnswer(fields, answers.homeAddress, 'state', 'ogun').city).toBe('Ijebu Ode')
  expect(validate({ homeAddress: { ...answers.homeAddress, state: 'lagos' } })).toEqual({
    'homeAddress.city': 'Home address: LGA must be picked from the list.',
  })
  // Nobody could answer it.
  expect(validate({ homeAddress: { ...answers.homeAddress, country: '' } })).toEqual({})
})

test("a position other than 'others' clears the other position", () => {
  const { fields } = sections.experience
  const [entry] = answers.experience
  expect(applyAnswer(fields, entry!, 'position', 'Bursar').otherPosition).toBe('')
  const sent = { ...answers, experience: [{ ...entry, position: 'Bursar' }] }
  expect(submittedDocumentSchema.parse(sent).experience[0]?.otherPosition).toBe('')
})

test('links are accepted as a list, as one link or joined by commas', () => {
  const read = (fileUrl: unknown) => draftDocumentSchema.parse({ publication: [{ fileUrl }] }).publication[0]?.fileUrl
  expect(read('/a, /b')).toEqual(['/a', '/b'])
  expect(read('/a')).toEqual(['/a'])
  expect(read('/a,, ')).toEqual(['/a'])
  expect(read(['/a', '/b'])).toEqual(['/a', '/b'])
  expect(read(null)).toEqual([])
})

test('the field names of older slips are aliases', () => {
  const read = draftDocumentSchema.parse({
    honors: [{ title: 'Award' }],
    inventions: [{ name: 'Clock', file: '/a' }],
    service: [{ organization: 'Board' }],
  })
  expect(read.honors[0]?.name).toBe('Award')
  expect(read.inventions[0]).toMatchObject({ title: 'Clock', fileUrl: ['/a'] })
  expect(read.service[0]?.bodyName).toBe('Board')
  // Of both, the field's own name counts.
  const both = draftDocumentSchema.parse({ service: [{ organization: 'Board', bodyName: 'Senate' }] })
  expect(both.service[0]?.bodyName).toBe('Senate')
  expect(getIssues({ ...answers, service: [{ organization: 'x'.repeat(256) }] })?.[0]).toEqual([
    'service.0.organization',
    `${sections.service.fields.bodyName.label} must be at most 255 characters.`,
  ])
})

test('no alias of a field is the name of another one beside it', () => {
  for (const [, { fields }] of lists)
    for (const { aliases = [] } of Object.values(fields)) expect(aliases.filter((name) => name in fields)).toEqual([])
})

test('where nothing can be opened the names of files stay in one line', () => {
  expect(formatCellText({ text: '', files: ['/a', '/b'] })).toBe('View\u00a0File\u00a01, View\u00a0File\u00a02')
  expect(['', 'Award'].map(formatCellText)).toEqual(['—', 'Award'])
  const files = [['/a', '/b'], []].map((fileUrl) => ({ ...answers.publication[0], fileUrl }))
  expect(createSectionTable('publication', sections.publication, files).rows.map((row) => row.at(-1))).toEqual([
    { text: 'View File 1, View File 2', files: ['/a', '/b'] },
    { text: 'No files available', files: [] },
  ])
})

test('an entry that nobody filled in is dropped from a submission, and stays in a draft', () => {
  const sent = { ...answers, publication: [{}, ...answers.publication, { title: ' ', fileUrl: [] }], honors: [{}] }
  const submitted = submittedDocumentSchema.parse(sent)
  expect(submitted.publication).toEqual(answers.publication)
  expect(submitted.honors).toEqual([])
  expect(draftDocumentSchema.parse(sent).honors).toEqual([createEmptyEntry(sections.honors)])
})

test('an empty entry is not dropped where answers are required, and others keep their numbers in errors', () => {
  expect(getIssues({ ...answers, referees: [...answers.referees.slice(0, 2), {}] })?.[0]?.[0]).toMatch(/^referees\.2\./)
  const grants = [{}, { title: 'Seeds', date: '2020-13-40' }]
  expect(getIssues({ ...answers, grants })?.map(([path]) => path)).toEqual(['grants.1.date'])
})

test("the account's facts are ignored; an unknown field is refused by name", () => {
  expect(submittedDocumentSchema.parse({ ...answers, surName: 'Somebody', nin: '1', country: 'x' })).toEqual(answers)
  expect(submittedDocumentSchema.safeParse({ ...answers, salary: 1 }).error?.issues[0]).toMatchObject({
    keys: ['salary'],
  })
})

test('a text longer than its field is refused, naming the field', () => {
  expect(getIssues({ ...answers, hobby: 'x'.repeat(301) })).toEqual([
    ['hobby', 'Hobbies must be at most 300 characters.'],
  ])
})

test('a grant amount is digits, shown in naira', () => {
  expect(validate({ grants: [{ ...answers.grants[0], amount: '12.5' }] })).toEqual({
    'grants.0.amount': 'Grant 1 amount must be digits only, such as 1250000.',
  })
  expect(createSectionTable('grants', sections.grants, answers.grants).rows[0]?.map(getCellText)).toContain(
    '₦2,500,000',
  )
})

test('every section is on exactly one step', () => {
  expect(steps.flatMap((step) => [...step.sections]).sort()).toEqual(Object.keys(sections).sort())
  expect(findStep('referees.1.phone')).toBe(4)
})

test('the tables of an application are in their order, with the personal one first', () => {
  const applicant: Applicant = {
    userId: 'RE24-00009',
    surName: 'Example',
    firstName: 'Ada',
    middleName: '',
    phone: '08011112222',
    dateOfBirth: '1988-04-12',
    email: 'ada@example.org',
    gender: 'f',
    lga: 'Ijebu Ode',
    state: 'ogun',
    country: 'nigeria',
    faculty: 'Technology',
    department: 'Computer Science',
    role: 'Lecturer II',
  }
  const tables = renderApplicationTables(applicant, answers)
  expect(tables.map((table) => table.title)).toEqual(sectionTitles)
  const facts = tables[0]?.rows.map((row) => row.map(getCellText))
  expect(facts).toContainEqual(['Date of birth', '12 April 1988'])
  expect(facts).toContainEqual(['Place of birth', 'Ijebu-Ode'])
})
