// The messages of the form, word for word.
import { expect, test } from 'vitest'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createEmptyEntry, type Section } from '../forms/section.ts'
import { validateSections } from '../forms/validation.ts'
import { submittedDocumentSchema } from './document.ts'
import { sections } from './sections.ts'
import { steps } from './steps.ts'

const answers = createCompleteAnswers('/api/v1/files/1')
const validate = (changed: Partial<Record<keyof typeof sections, unknown>>) => [
  ...new Set(validateSections(sections, { ...answers, ...changed }).values()),
]
const backwards = { startYear: '2019', endYear: '2011' }

test('step 1: only the place of birth is required', () => {
  expect(validate({ placeOfBirth: '' })).toEqual(['Place of birth is required.'])
  const empty = {
    homeAddress: createEmptyEntry(sections.homeAddress),
    contactAddress: createEmptyEntry(sections.contactAddress),
  }
  expect(validate(empty)).toEqual([])
})

test('step 2: at least one complete institution, with its years in order', () => {
  expect(validate({ institutions: [] })).toEqual([
    'At least one institution is required, and all fields must be filled, including valid date ranges.',
  ])
  const [institution] = answers.institutions
  for (const key of ['name', 'course', 'location', 'grade', 'startYear', 'endYear'])
    expect(validate({ institutions: [{ ...institution, [key]: '' }] })).toEqual([
      'All institution fields are required.',
    ])
  expect(validate({ institutions: [institution, { ...institution, ...backwards }] })).toEqual([
    'Invalid date range for institution 2: start year must be before end year.',
  ])
  expect(validate({ institutions: [{ ...institution, startYear: '2011', endYear: '2011' }] })).toEqual([])
})

test('step 2: at least one complete qualification with a file', () => {
  expect(validate({ academicQualification: [] })).toEqual([
    'At least one academic qualification is required, including certificate, institution, date awarded, and a file upload.',
  ])
  const [qualification] = answers.academicQualification
  for (const missing of [{ certificate: '' }, { institution: '' }, { dateAwarded: '' }, { fileUrl: [] }])
    expect(validate({ academicQualification: [{ ...qualification, ...missing }] })).toEqual([
      'All academic qualification fields are required.',
    ])
})

test('step 3: at least one experience with name, description, role and years in order', () => {
  expect(validate({ experience: [] })).toEqual([
    'At least one experience entry is required and must include valid date ranges.',
  ])
  const [experience] = answers.experience
  for (const key of ['name', 'description', 'role', 'startYear', 'endYear'])
    expect(validate({ experience: [{ ...experience, [key]: '' }] })).toEqual(['All experience fields are required.'])
  expect(validate({ experience: [experience, { ...experience, ...backwards }] })).toEqual([
    'Invalid date range for experience 2: start year must be before end year.',
  ])
  const rest = { type: '', position: '', otherPosition: '', organization: '', fileUrl: [] }
  expect(validate({ experience: [{ ...experience, ...rest }] })).toEqual([])
})

test('step 4: nothing is required', () => {
  const parts: Record<string, Section> = sections
  for (const name of steps[3].sections) {
    const list = parts[name]
    expect(list?.shape).toBe('list')
    expect(validate({ [name]: [] })).toEqual([])
    if (list?.shape === 'list') expect(validate({ [name]: [createEmptyEntry(list)] })).toEqual([])
  }
})

test('step 5: three referees, each with name, portfolio, location, email and phone', () => {
  const [first, second, third] = answers.referees
  expect(validate({ referees: [first, second] })).toEqual(['Please provide at least 3 referees.'])
  expect(validate({ referees: [first, second, createEmptyEntry(sections.referees)] })).toEqual([
    'Referee 3 name is required.',
    'Referee 3 portfolio is required.',
    'Referee 3 email is required.',
    'Referee 3 phone is required.',
    'Referee 3 location is required.',
  ])
  for (const email of ['ngozi', 'ngozi@example', 'a b@example.org', '@example.org'])
    expect(validate({ referees: [first, { ...second, email }, third] })).toEqual([
      'Referee 2 must have a valid email format.',
    ])
  for (const phone of ['0801234567', '080123456789', '0801234567x'])
    expect(validate({ referees: [first, { ...second, phone }, third] })).toEqual([
      'Referee 2 phone number must be exactly 11 digits.',
    ])
})

test('paragraphs have at most 300 characters', () => {
  const { description } = sections.experience.fields
  const { experience } = sections.grants.fields
  const alone = [sections.hobby.field, sections.professionalAchievement.field]
  expect([description, experience, ...alone].map(({ max }) => max)).toEqual([300, 300, 300, 300])
})

test('education and experience accept Word files, publications and grants do not', () => {
  const { academicQualification, experience, publication, grants } = sections
  const accepted = [academicQualification, experience, publication, grants].map(({ fields }) => fields.fileUrl.accepts)
  expect(accepted).toEqual(['documentsAndWord', 'documentsAndWord', 'documents', 'documents'])
})

test('a date must exist in the calendar', () => {
  const [qualification] = answers.academicQualification
  const withDate = (dateAwarded: string) => validate({ academicQualification: [{ ...qualification, dateAwarded }] })
  for (const dateAwarded of ['2015-02-31', '2015-02-29', '2015-13', '2015-00', '1815', '2015-06-30T10:00'])
    expect(withDate(dateAwarded), dateAwarded).toEqual([
      'Academic qualification 1 date awarded must be a day, month and year such as 30 6 2015, or the year alone.',
    ])
  expect(withDate('2099')).toEqual(["Academic qualification 1 date awarded can't be in the future."])
  for (const dateAwarded of ['2016-02-29', '2015-06', '2015']) expect(withDate(dateAwarded), dateAwarded).toEqual([])
  const [grant] = answers.grants
  expect(validate({ grants: [{ ...grant, date: '2015-13' }] })).toEqual([
    'Grant 1 date must be a day, month and year such as 30 6 2015, or the year alone.',
  ])
})

test('a year has four digits, from 1900 to 2099', () => {
  const [institution] = answers.institutions
  const withYear = (startYear: string) => validate({ institutions: [{ ...institution, startYear }] })
  for (const startYear of ['abcd', '1899', '-200', '19'])
    expect(withYear(startYear), startYear).toEqual(['Institution 1 start year must be a year, such as 2015.'])
  expect(withYear('1999')).toEqual([])
})

test('a contact phone number has only digits, at most 11', () => {
  const withPhone = (phone: string) => validate({ contactAddress: { ...answers.contactAddress, phone } })
  for (const phone of ['0801234567x', '+2348012345', '080 1234567', '080123456789'])
    expect(withPhone(phone), phone).toEqual(['Contact address: phone must be digits only, at most 11.'])
  expect(withPhone('0801')).toEqual([])
})

test('a field has at most ten files', () => {
  const [experience] = answers.experience
  const withFiles = (count: number) => {
    const fileUrl = Array.from({ length: count }, (_, i) => `/api/v1/files/${i}`)
    const spellings = [fileUrl, fileUrl.join(',')]
    return spellings.map((fileUrl) =>
      submittedDocumentSchema
        .safeParse({ ...answers, experience: [{ ...experience, fileUrl }] })
        .error?.issues.map(({ message }) => message),
    )
  }
  expect(withFiles(11)).toEqual([['Files: at most 10 files.'], ['Files: at most 10 files.']])
  expect(withFiles(10)).toEqual([undefined, undefined])
})
