// The server validates every field as the form describes it, over HTTP.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import type { Answers } from '#shared/application/sections.ts'
import { sections } from '#shared/application/sections.ts'
import { type Field, toLowerCaseLabel } from '#shared/forms/field.ts'
import { createEmptyEntry, type ListSection, type Section } from '#shared/forms/section.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createReadyApplicant, insertFileRow } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
let token: string
let answers: Answers
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  const applicant = await createReadyApplicant(api)
  token = applicant.token
  answers = createCompleteAnswers(getFileUrl(await insertFileRow(api, applicant.id)))
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

async function submitInvalid(changed: object) {
  const { status, body } = await api.call('POST', '/applications/', { token, body: { ...answers, ...changed } })
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.message).toBe(body.errors[0].message)
  return body.errors
}

const lists = (Object.entries(sections) as [keyof Answers, Section][]).filter(
  (part): part is [keyof Answers, ListSection] => part[1].shape === 'list',
)
const getEntries = (name: keyof Answers) => answers[name] as Record<string, unknown>[]
/** The list with one answer of its first entry replaced. */
const withFirstAnswer = (name: keyof Answers, key: string, answer: unknown) => ({
  [name]: [{ ...getEntries(name)[0], [key]: answer }, ...getEntries(name).slice(1)],
})

const required = lists.flatMap(([name, list]) =>
  Object.entries(list.fields)
    .filter(([, field]) => !field.optional)
    .map(([key, field]): [keyof Answers, string, string] => [
      name,
      key,
      list.messages.missing ?? `${list.noun} 1 ${toLowerCaseLabel(field.label)} is required.`,
    ]),
)

test('the form requires what the specification requires', () => {
  expect(required.map(([name, key]) => `${name}.${key}`)).toEqual([
    ...['name', 'course', 'location', 'grade', 'startYear', 'endYear'].map((key) => `institutions.${key}`),
    ...['certificate', 'institution', 'dateAwarded', 'fileUrl'].map((key) => `academicQualification.${key}`),
    ...['name', 'role', 'startYear', 'endYear', 'description'].map((key) => `experience.${key}`),
    ...['name', 'portfolio', 'email', 'phone', 'location'].map((key) => `referees.${key}`),
  ])
})

describe.each(required)('%s without its %s', (name, key, message) => {
  test.each<[string, unknown]>([
    ['removed', undefined],
    ['null', null],
    ['empty', ' \t '],
  ])('(%s) is refused with the message and path of its field', async (_how, answer) => {
    expect(await submitInvalid(withFirstAnswer(name, key, answer))).toEqual([{ path: `${name}.0.${key}`, message }])
  })
})

/** For each kind of field an invalid answer, and the end of its message. Texts accept anything short. */
const invalidAnswers: Partial<Record<Field['kind'], (field: Field) => [unknown, string]>> = {
  email: () => ['ada@example', 'must have a valid email format.'],
  phone: (field) => ['08o1234567a', field.label === 'Phone' ? 'phone number must be exactly 11 digits.' : ''],
  amount: ({ label }) => ['12.50', `${toLowerCaseLabel(label)} must be digits only, such as 1250000.`],
  year: ({ label }) => ['20155', `${label} must be at most 4 characters.`],
  date: ({ label }) => [
    '31/12/2015',
    `${toLowerCaseLabel(label)} must be a day, month and year such as 30 6 2015, or the year alone.`,
  ],
  choice: ({ label }) => ['of my own', `${toLowerCaseLabel(label)} must be picked from the list.`],
}
const invalidCases = lists.flatMap(([name, { fields, noun }]) =>
  Object.entries(fields).flatMap(([key, field]): [keyof Answers, string, unknown, string][] => {
    const [answer, end] = invalidAnswers[field.kind]?.(field) ?? []
    if (end === undefined) return []
    return [[name, key, answer, field.kind === 'year' ? end : `${noun} 1 ${end}`]]
  }),
)

test('every kind of field with a validation is covered', () => {
  expect(invalidCases.length).toBeGreaterThan(15)
})

test.each(invalidCases)(
  'V2.2.1 V2.2.2 %s with the %s %j is refused with the message and path of its field',
  async (name, key, answer, message) => {
    expect(await submitInvalid(withFirstAnswer(name, key, answer))).toEqual([{ path: `${name}.0.${key}`, message }])
  },
)

const textFields = lists.flatMap(([name, { fields }]) =>
  Object.entries(fields)
    .filter(([, { kind }]) => kind === 'text' || kind === 'paragraph')
    .map(([key, field]): [keyof Answers, string, number, string] => [name, key, field.max, field.label]),
)

test.each(textFields)(
  'V2.2.1 V2.2.2 %s with a %s longer than %i characters is refused, naming it',
  async (name, key, max, label) => {
    const message = `${label} must be at most ${max} characters.`
    expect(await submitInvalid(withFirstAnswer(name, key, 'x'.repeat(max + 1)))).toEqual([
      { path: `${name}.0.${key}`, message },
    ])
  },
)

describe.each(lists)('the list %s', (name, list) => {
  test('V15.3.3 refuses an unknown field', async () => {
    expect(await submitInvalid(withFirstAnswer(name, 'salary', 1))).toEqual([
      { path: `${name}.0.salary`, message: 'There is no field "salary" here.' },
    ])
  })

  test('names the invalid entry, even if it is not the first', async () => {
    const emptyEntry = createEmptyEntry(list)
    const requiredCount = Object.values(list.fields).filter(({ optional }) => !optional).length
    const at = getEntries(name).length
    if (requiredCount === 0 || at === list.max) return
    const errors = await submitInvalid({ [name]: [...getEntries(name), emptyEntry] })
    expect(errors).toHaveLength(requiredCount)
    expect(errors.every(({ path }: { path: string }) => path.startsWith(`${name}.${at}.`))).toBe(true)
  })

  test('refuses more entries than its maximum', async () => {
    const tooMany = Array.from({ length: list.max + 1 }, () => getEntries(name)[0])
    const [error, ...more] = await submitInvalid({ [name]: tooMany })
    expect([error.path, more]).toEqual([name, []])
    expect(error.message).toMatch(new RegExp(`^${list.title}: (exactly|at most) ${list.max}`))
  })

  test('V15.3.5 refuses an answer that is not a list', async () => {
    expect((await submitInvalid({ [name]: 'hello' }))[0].path).toBe(name)
  })
})

test.each([
  ['institutions', 'institution'],
  ['experience', 'experience'],
] as const)('V2.2.3 %s: a start year after the end year is an invalid date range', async (name, noun) => {
  expect(await submitInvalid(withFirstAnswer(name, 'startYear', '2030'))).toEqual([
    {
      path: `${name}.0.endYear`,
      message: `Invalid date range for ${noun} 1: start year must be before end year.`,
    },
  ])
})

describe('answers outside of lists', () => {
  test('V2.2.3 are required and validated too', async () => {
    expect(await submitInvalid({ placeOfBirth: ' ' })).toEqual([
      { path: 'placeOfBirth', message: 'Place of birth is required.' },
    ])
    expect(await submitInvalid({ hobby: 'x'.repeat(301) })).toEqual([
      { path: 'hobby', message: 'Hobbies must be at most 300 characters.' },
    ])
    expect(await submitInvalid({ homeAddress: { ...answers.homeAddress, state: 'lagos' } })).toEqual([
      { path: 'homeAddress.city', message: 'Home address: LGA must be picked from the list.' },
    ])
    expect(await submitInvalid({ contactAddress: { ...answers.contactAddress, phone: '123456789012' } })).toEqual([
      { path: 'contactAddress.phone', message: 'Phone must be at most 11 characters.' },
    ])
  })
})

test('none of these attempts created an application', async () => {
  expect((await api.call('GET', '/applications/my', { token })).status).toBe(404)
})
