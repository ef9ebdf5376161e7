import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '#server/app-error.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import type { Contract } from '#shared/api/contract.ts'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { hostileValue } from '#tests/support/fuzz/hostile-values.ts'
import { corrupt, type JsonSchema, valuesOf } from '#tests/support/fuzz/values-of-schema.ts'
import { createRequestParser } from './validation.ts'

type Inputs = Pick<Contract, 'params' | 'query' | 'body' | 'summary'>

const schemas = Object.entries<Inputs>({ ...contracts, ...staffContracts }).flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [{ name, part, schema: schema as z.ZodType }] : [],
  ),
)

const answers = createCompleteAnswers(getFileUrl('0190b1c2-0000-4000-8000-000000000001'))
const validBodies: Record<string, unknown> = {
  submitApplication: answers,
  saveDraft: { document: answers, revision: 3 },
}

function arbitraryInput(name: string, part: string, schema: z.ZodType) {
  const described = valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])
  const valid = part === 'body' && name in validBodies ? fc.constant(validBodies[name]) : described
  return fc.oneof(valid, described, corrupt(valid), hostileValue).filter((input) => !isDeep(input, 10))
}

/** Is refused before any schema is asked. */
const isDeep = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeep(inner, levels - 1)))

test.each(schemas)('$name: the compiled schema of the $part decides as the schema itself', ({ name, part, schema }) => {
  // It throws where it cannot: that schema would be interpreted for every request.
  const compiled = z.compile(schema, { strict: true })
  fc.assert(
    fc.property(arbitraryInput(name, part, schema), (input) => {
      const expected = schema.safeParse(structuredClone(input))
      const found = compiled.safeParse(structuredClone(input))
      expect({ data: found.data, issues: found.error?.issues }).toEqual({
        data: expected.data,
        issues: expected.error?.issues,
      })
    }),
    { numRuns: 60 },
  )
})

/** What a body is refused for. */
function refuse(
  body: unknown,
  schema: z.ZodType = z.unknown(),
  query: unknown = {},
): { code: string; errors: object[] } {
  try {
    createRequestParser({ body: schema })({ params: {}, query, body })
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, errors: [...(error.details.errors ?? [])] }
    throw error
  }
  return { code: 'accepted', errors: [] }
}
const nest = (levels: number): object => (levels === 0 ? {} : { in: nest(levels - 1) })

test('ten levels are accepted, eleven are nested too deeply', () => {
  expect(refuse(nest(9)).code).toBe('accepted')
  expect(refuse(nest(10))).toMatchObject({
    code: 'malformed_request',
    errors: [{ path: Array(10).fill('in').join('.'), message: 'This is nested too deeply.' }],
  })
})

test.each(['__proto__', 'constructor', 'prototype'])('no field is called %s, wherever it stands', (name) => {
  const errors = [{ path: name, message: `There is no field "${name}" here.` }]
  expect(refuse(JSON.parse(`{"a":{"${name}":1}}`))).toEqual({ code: 'malformed_request', errors })
})

test.each(['\0', '\ud800', '\udc00'])('the character %j is refused in a text and in a name', (character) => {
  const message = 'This text holds characters that cannot be kept.'
  expect(refuse({ a: ['x', `x${character}`] }).errors).toEqual([{ path: 'a.1', message }])
  expect(refuse({ [`a${character}`]: 1 })).toMatchObject({ code: 'malformed_request', errors: [{ message }] })
  const parse = createRequestParser({})
  for (const part of ['params', 'query'])
    expect(() => parse({ params: {}, query: {}, body: {}, [part]: { a: character } })).toThrow(
      expect.objectContaining({ code: 'malformed_request' }),
    )
  expect(refuse({ a: '\ud83d\ude00' }).code).toBe('accepted')
})

test('a reply names 200 fields at most, and no name of more than a hundred characters in full', () => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, 1]))
  expect(refuse(fields(201), z.strictObject({})).errors).toHaveLength(200)
  expect(refuse(fields(201), z.object(mapTo(fields(201), z.string()))).errors).toHaveLength(200)
  const name = 'x'.repeat(101)
  const message = `There is no field "${'x'.repeat(100)}…" here.`
  expect(refuse({ [name]: 1 }, z.strictObject({})).errors).toEqual([{ path: `${'x'.repeat(100)}…`, message }])
  const whole = 'x'.repeat(100)
  expect(refuse({ [whole]: 1 }, z.strictObject({})).errors).toMatchObject([{ path: whole }])
  expect(refuse({}, z.unknown(), { [name]: ['1', '2'] }).errors).toEqual([
    { path: `${'x'.repeat(100)}…`, message: `"${'x'.repeat(100)}…" is given more than once.` },
  ])
})
const mapTo = (fields: object, schema: z.ZodType) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, schema]))

test('each field has the first of its messages, in plain words', () => {
  const schema = z.strictObject({
    name: z.string().min(3, 'Too short.').regex(/^A/, 'Begins with A.'),
    count: z.number().int('A whole number, please.'),
    isIt: z.boolean(),
    list: z.array(z.string()),
    inner: z.strictObject({ a: z.string() }),
    day: z.date(),
  })
  expect(refuse({ name: 'x', count: 1.5, list: {}, inner: { b: 1 }, other: 1 }, schema).errors).toEqual([
    { path: 'name', message: 'Too short.' },
    { path: 'count', message: 'A whole number, please.' },
    { path: 'isIt', message: 'IsIt is missing or is not true or false.' },
    { path: 'list', message: 'List is missing or is not a list.' },
    { path: 'inner.a', message: 'A is missing or is not text.' },
    { path: 'inner.b', message: 'There is no field "b" here.' },
    { path: 'day', message: 'Day is missing or is not a date.' },
    { path: 'other', message: 'There is no field "other" here.' },
  ])
  expect(refuse(null, schema).errors).toEqual([{ path: '', message: 'The body is missing or is not an object.' }])
})

test.each<[z.ZodType, unknown, string]>([
  [z.string().max(2_000), 'x'.repeat(2_001), 'Use at most 2,000 characters.'],
  [z.string().min(2), 'x', 'Use at least 2 characters.'],
  [z.string().min(1), '', 'This is missing.'],
  [z.number().max(100), 101, 'This must be at most 100.'],
  [z.number().min(1), 0, 'This must be at least 1.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Send at most 1 of these.'],
  [z.array(z.string()).min(1), [], 'Send at least 1 of these.'],
  [z.enum(['name', '-name']), 'size', 'This is not one of name, -name.'],
  [z.uuid(), 'x', 'This is not written as it should be.'],
  [z.number().multipleOf(2), 3, 'This is not written as it should be.'],
  [z.string().regex(/^A/), 'x', 'This is not written as it should be.'],
  [z.union([z.string().max(1), z.number()]), 'xx', 'Use at most 1 characters.'],
])('what a schema has no words for is said plainly: %#', (schema, value, message) => {
  expect(refuse({ field: value }, z.object({ field: schema })).errors).toEqual([{ path: 'field', message }])
})

test('of several forms that a field may have, that one is explained which was meant', () => {
  const schema = z.object({ a: z.union([z.string(), z.object({ deep: z.object({ text: z.string() }) })]) })
  expect(refuse({ a: { deep: { text: 5 } } }, schema).errors).toEqual([
    { path: 'a.deep.text', message: 'Text is missing or is not text.' },
  ])
  // One of the right type is closer than one of another.
  const named = z.object({ a: z.union([z.number(), z.enum(['first', 'last'], 'Choose one of the two.')]) })
  expect(refuse({ a: 'middle' }, named).errors).toEqual([{ path: 'a', message: 'Choose one of the two.' }])
})
