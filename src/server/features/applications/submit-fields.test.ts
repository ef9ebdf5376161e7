// What the description of the form demands is what the server demands, field by field, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileUrl } from '#shared/api/calls.ts'
import type { Answers } from '#shared/application/sections.ts'
import { sections } from '#shared/application/sections.ts'
import { type Field, inSentence } from '#shared/forms/field.ts'
import { blankItem, type List, type Section } from '#shared/forms/section.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { aFileRow, aReadyApplicant } from '#tests/support/fixtures/accounts.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'

let api: TestApi
let token: string
let answers: Answers
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  const applicant = await aReadyApplicant(api)
  token = applicant.token
  answers = completeAnswers(fileUrl(await aFileRow(api, applicant.id)))
})
afterAll(() => api.close())

async function refusal(changed: object) {
  const { status, body } = await api.call('POST', '/applications/', { token, body: { ...answers, ...changed } })
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.message).toBe(body.errors[0].message)
  return body.errors
}

const lists = (Object.entries(sections) as [keyof Answers, Section][]).filter(
  (part): part is [keyof Answers, List] => part[1].shape === 'list',
)
const entriesOf = (name: keyof Answers) => answers[name] as Record<string, unknown>[]
/** The list with one answer of its first entry replaced. */
const with1st = (name: keyof Answers, key: string, answer: unknown) => ({
  [name]: [{ ...entriesOf(name)[0], [key]: answer }, ...entriesOf(name).slice(1)],
})

const required = lists.flatMap(([name, list]) =>
  Object.entries(list.fields)
    .filter(([, field]) => !field.optional)
    .map(([key, field]): [keyof Answers, string, string] => [
      name,
      key,
      list.words.missing ?? `${list.noun} 1 ${inSentence(field.label)} is required.`,
    ]),
)

test('the form asks for what the specification asks for', () => {
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
    ['blank', ' \t '],
  ])('(%s) is refused with its sentence, at its place', async (_how, answer) => {
    expect(await refusal(with1st(name, key, answer))).toEqual([{ path: `${name}.0.${key}`, message }])
  })
})

/** An answer that each kind of question refuses, and the end of its sentence; texts take anything short. */
const wrong: Partial<Record<Field['kind'], (field: Field) => [unknown, string]>> = {
  email: () => ['ada@example', 'must have a valid email format.'],
  phone: (field) => ['08o1234567a', field.label === 'Phone' ? 'phone number must be exactly 11 digits.' : ''],
  amount: ({ label }) => ['12.50', `${inSentence(label)} must be digits only.`],
  year: ({ label }) => ['20155', `${label} must be at most 4 characters.`],
  date: ({ label }) => ['31/12/2015', `${inSentence(label)} must be a date, such as 2015-06-30.`],
  choice: ({ label }) => ['of my own', `${inSentence(label)} must be picked from the list.`],
}
const judged = lists.flatMap(([name, { fields, noun }]) =>
  Object.entries(fields).flatMap(([key, field]): [keyof Answers, string, unknown, string][] => {
    const [answer, end] = wrong[field.kind]?.(field) ?? []
    if (end === undefined) return []
    return [[name, key, answer, field.kind === 'year' ? end : `${noun} 1 ${end}`]]
  }),
)

test('every kind of question that judges is tried', () => {
  expect(judged.length).toBeGreaterThan(15)
})

test.each(judged)(
  '%s with the %s %j is refused with its sentence, at its place',
  async (name, key, answer, message) => {
    expect(await refusal(with1st(name, key, answer))).toEqual([{ path: `${name}.0.${key}`, message }])
  },
)

const worded = lists.flatMap(([name, { fields }]) =>
  Object.entries(fields)
    .filter(([, { kind }]) => kind === 'text' || kind === 'paragraph')
    .map(([key, field]): [keyof Answers, string, number, string] => [name, key, field.max, field.label]),
)

test.each(worded)('%s with a %s longer than %i characters is refused, naming it', async (name, key, max, label) => {
  const message = `${label} must be at most ${max} characters.`
  expect(await refusal(with1st(name, key, 'x'.repeat(max + 1)))).toEqual([{ path: `${name}.0.${key}`, message }])
})

describe.each(lists)('the list %s', (name, list) => {
  test('refuses a field that it does not have', async () => {
    expect(await refusal(with1st(name, 'salary', 1))).toEqual([
      { path: `${name}.0.salary`, message: 'There is no field "salary" here.' },
    ])
  })

  test('names the entry that is wrong, which is not always the first', async () => {
    const blank = blankItem(list)
    const demanded = Object.values(list.fields).filter(({ optional }) => !optional).length
    const at = entriesOf(name).length
    if (demanded === 0 || at === list.max) return
    const errors = await refusal({ [name]: [...entriesOf(name), blank] })
    expect(errors).toHaveLength(demanded)
    expect(errors.every(({ path }: { path: string }) => path.startsWith(`${name}.${at}.`))).toBe(true)
  })

  test('refuses more entries than it holds', async () => {
    const tooMany = Array.from({ length: list.max + 1 }, () => entriesOf(name)[0])
    const [error, ...more] = await refusal({ [name]: tooMany })
    expect([error.path, more]).toEqual([name, []])
    expect(error.message).toMatch(new RegExp(`^${list.title}: (exactly|at most) ${list.max}`))
  })

  test('says so when it is no list', async () => {
    expect((await refusal({ [name]: 'hello' }))[0].path).toBe(name)
  })
})

test.each([
  ['institutions', 'institution'],
  ['experience', 'experience'],
] as const)('%s: a start year after the end year is an invalid date range', async (name, noun) => {
  expect(await refusal(with1st(name, 'startYear', '2030'))).toEqual([
    {
      path: `${name}.0.endYear`,
      message: `Invalid date range for ${noun} 1: start year must be before end year.`,
    },
  ])
})

describe('what stands outside of lists', () => {
  test('is asked for and judged too', async () => {
    expect(await refusal({ placeOfBirth: ' ' })).toEqual([
      { path: 'placeOfBirth', message: 'Place of birth is required.' },
    ])
    expect(await refusal({ hobby: 'x'.repeat(301) })).toEqual([
      { path: 'hobby', message: 'Hobbies must be at most 300 characters.' },
    ])
    expect(await refusal({ homeAddress: { ...answers.homeAddress, state: 'lagos' } })).toEqual([
      { path: 'homeAddress.city', message: 'Home address: LGA must be picked from the list.' },
    ])
    expect(await refusal({ contactAddress: { ...answers.contactAddress, phone: '123456789012' } })).toEqual([
      { path: 'contactAddress.phone', message: 'Phone must be at most 11 characters.' },
    ])
  })
})

test('none of these attempts left anything behind', async () => {
  expect((await api.call('GET', '/applications/my', { token })).status).toBe(404)
})
