// The messages of specification, section 5, to the letter.
import { expect, test } from 'vitest'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createEmptyEntry, type Section } from '../forms/section.ts'
import { validateSections } from '../forms/validation.ts'
import { sections } from './sections.ts'
import { steps } from './steps.ts'

const answers = createCompleteAnswers('/api/v1/files/1')
const said = (changed: Partial<Record<keyof typeof sections, unknown>>) => [
  ...new Set(validateSections(sections, { ...answers, ...changed }).values()),
]
const backwards = { startYear: '2019', endYear: '2011' }

test('step 1: only the place of birth is required', () => {
  expect(said({ placeOfBirth: '' })).toEqual(['Place of birth is required.'])
  const blank = {
    homeAddress: createEmptyEntry(sections.homeAddress),
    contactAddress: createEmptyEntry(sections.contactAddress),
  }
  expect(said(blank)).toEqual([])
})

test('step 2: an institution at least, whole, and not ending before it starts', () => {
  expect(said({ institutions: [] })).toEqual([
    'At least one institution is required, and all fields must be filled, including valid date ranges.',
  ])
  const [institution] = answers.institutions
  for (const key of ['name', 'course', 'location', 'grade', 'startYear', 'endYear'])
    expect(said({ institutions: [{ ...institution, [key]: '' }] })).toEqual(['All institution fields are required.'])
  expect(said({ institutions: [institution, { ...institution, ...backwards }] })).toEqual([
    'Invalid date range for institution 2: start year must be before end year.',
  ])
  expect(said({ institutions: [{ ...institution, startYear: '2011', endYear: '2011' }] })).toEqual([])
})

test('step 2: a qualification at least, whole, with a file', () => {
  expect(said({ academicQualification: [] })).toEqual([
    'At least one academic qualification is required, including certificate, institution, date awarded, and a file upload.',
  ])
  const [qualification] = answers.academicQualification
  for (const blank of [{ certificate: '' }, { institution: '' }, { dateAwarded: '' }, { fileUrl: [] }])
    expect(said({ academicQualification: [{ ...qualification, ...blank }] })).toEqual([
      'All academic qualification fields are required.',
    ])
})

test('step 3: an experience at least, with name, description, role and years in order', () => {
  expect(said({ experience: [] })).toEqual([
    'At least one experience entry is required and must include valid date ranges.',
  ])
  const [experience] = answers.experience
  for (const key of ['name', 'description', 'role', 'startYear', 'endYear'])
    expect(said({ experience: [{ ...experience, [key]: '' }] })).toEqual(['All experience fields are required.'])
  expect(said({ experience: [experience, { ...experience, ...backwards }] })).toEqual([
    'Invalid date range for experience 2: start year must be before end year.',
  ])
  const rest = { type: '', position: '', otherPosition: '', organization: '', fileUrl: [] }
  expect(said({ experience: [{ ...experience, ...rest }] })).toEqual([])
})

test('step 4: nothing is required', () => {
  const parts: Record<string, Section> = sections
  for (const name of steps[3].sections) {
    const list = parts[name]
    expect(list?.shape).toBe('list')
    expect(said({ [name]: [] })).toEqual([])
    if (list?.shape === 'list') expect(said({ [name]: [createEmptyEntry(list)] })).toEqual([])
  }
})

test('step 5: three referees, each with name, portfolio, location, email and phone', () => {
  const [first, second, third] = answers.referees
  expect(said({ referees: [first, second] })).toEqual(['Please provide at least 3 referees.'])
  expect(said({ referees: [first, second, createEmptyEntry(sections.referees)] })).toEqual([
    'Referee 3 name is required.',
    'Referee 3 portfolio is required.',
    'Referee 3 email is required.',
    'Referee 3 phone is required.',
    'Referee 3 location is required.',
  ])
  for (const email of ['ngozi', 'ngozi@example', 'a b@example.org', '@example.org'])
    expect(said({ referees: [first, { ...second, email }, third] })).toEqual([
      'Referee 2 must have a valid email format.',
    ])
  for (const phone of ['0801234567', '080123456789', '0801234567x'])
    expect(said({ referees: [first, { ...second, phone }, third] })).toEqual([
      'Referee 2 phone number must be exactly 11 digits.',
    ])
})

test('the limits of texts are 300 characters', () => {
  const { description } = sections.experience.fields
  const { experience } = sections.grants.fields
  const alone = [sections.hobby.field, sections.professionalAchievement.field]
  expect([description, experience, ...alone].map(({ max }) => max)).toEqual([300, 300, 300, 300])
})

test('files of education and experience may be documents of Word, those of publications and grants not', () => {
  const { academicQualification, experience, publication, grants } = sections
  const accepted = [academicQualification, experience, publication, grants].map(({ fields }) => fields.fileUrl.accepts)
  expect(accepted).toEqual(['documentsAndWord', 'documentsAndWord', 'documents', 'documents'])
})
