import { z } from 'zod'
import type { Schema } from '#shared/api/contract.ts'
import { describeMaxLength } from '#shared/staff/text-limits.ts'
import { AppError, createFieldsError, type FieldError } from '../app-error.ts'

interface InputSchemas {
  params?: Schema
  query?: Schema
  body?: Schema
}

/**
 * Parses what the requests of a call bring; what its contract does not name is undefined.
 * @returns a function that throws AppError `malformed_request`, or `invalid_request` with one error per field
 */
export function createRequestParser(contract: InputSchemas) {
  const parseParams = createParser(contract.params)
  const parseQuery = createParser(contract.query)
  const parseBody = createParser(contract.body)
  return ({ params, query, body }: Record<keyof InputSchemas, unknown>) => {
    assertNoRepeats(query)
    assertSafeInput(params)
    assertSafeInput(query)
    assertSafeInput(body)
    return { params: parseParams(params), query: parseQuery(query), body: parseBody(body) }
  }
}

/**
 * Compiles the schema when it is first used: the compiled one validates a draft in a third of the time. What it refuses, zod
 * validates once more without it, for the errors.
 */
function createParser(schema: Schema | undefined): (input: unknown) => unknown {
  if (!schema) return () => undefined
  let compiled: z.ZodType | undefined
  return (input) => {
    compiled ??= z.compile(schema as z.ZodType)
    const result = compiled.safeParse(input, { error: describeIssue })
    if (result.success) return result.data
    throw createFieldsError('invalid_request', collectFieldErrors(result.error.issues))
  }
}

/** No form has so many fields; the cap keeps replies to requests with thousands of fields small. */
const maxErrors = 200
const maxNameLength = 100

/** Keeps the first message of each field, in the order found. */
function collectFieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const messages = new Map<string, string>()
  for (const issue of issues) {
    for (const { path, message } of toFieldErrors(issue)) if (!messages.has(path)) messages.set(path, message)
    if (messages.size >= maxErrors) break
  }
  return [...messages].slice(0, maxErrors).map(([path, message]) => ({ path, message }))
}

function toFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = joinPath(issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, maxErrors).map((key) => createUnknownFieldError(path, truncateName(key)))
  if (issue.code === 'invalid_union') {
    // The alternative that matched deepest has the most useful errors.
    const [closest] = [...issue.errors].sort((a, b) => getDepth(b) - getDepth(a))
    const inner = closest?.flatMap((child) => toFieldErrors({ ...child, path: [...issue.path, ...child.path] }))
    if (inner?.length) return inner
  }
  return [{ path, message: issue.message }]
}

const createUnknownFieldError = (path: string, key: string): FieldError => ({
  path: path ? `${path}.${key}` : key,
  message: `There is no field "${key}" here.`,
})

/** Clients choose these names, so they are not sent back at any length. */
const truncateName = (name: string) => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name)

const getDepth = (issues: readonly z.core.$ZodIssue[]) =>
  Math.max(0, ...issues.map((issue) => issue.path.length + (issue.code === 'invalid_type' ? 0 : 1)))

/** What is said of a value whose schema has no words of its own; zod's are for programmers. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      const name = truncateName(String(issue.path?.at(-1) ?? 'The body'))
      const expected = expectedTypes[issue.expected] ?? `a ${issue.expected}`
      return `${name.charAt(0).toUpperCase()}${name.slice(1)} is missing or is not ${expected}.`
    }
    case 'too_big':
      return describeBound(issue.origin, 'most', issue.maximum)
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'This is missing.'
        : describeBound(issue.origin, 'least', issue.minimum)
    case 'invalid_value':
      return `This is not one of ${issue.values.map(String).join(', ')}.`
    default:
      return 'This is not written as it should be.'
  }
}

function describeBound(origin: string, bound: 'most' | 'least', limit: number | bigint): string {
  if (origin === 'string')
    return bound === 'most' ? describeMaxLength(Number(limit)) : `Use at least ${limit} characters.`
  if (origin === 'array') return `Send at ${bound} ${limit} of these.`
  return `This must be at ${bound} ${limit}.`
}

const expectedTypes: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const maxDepth = 10
const unsafeCharacters = /[\0\p{Surrogate}]/u
const unsafeKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Rejects what no honest client sends and PostgreSQL would not store as it came: NUL is an error there, lone surrogates are
 * replaced silently. Also keys that reach into prototypes, and deep nesting.
 */
function assertSafeInput(value: unknown, path: (string | number)[] = []): void {
  if (typeof value === 'string') assertSafeText(value, path)
  if (typeof value !== 'object' || value === null) return
  if (path.length >= maxDepth)
    throw createFieldsError('malformed_request', [{ path: joinPath(path), message: 'This is nested too deeply.' }])
  for (const [key, inner] of Object.entries(value)) {
    if (unsafeKeys.has(key))
      throw createFieldsError('malformed_request', [{ path: key, message: `There is no field "${key}" here.` }])
    path.push(key)
    assertSafeText(key, path)
    assertSafeInput(inner, path)
    path.pop()
  }
}

function assertSafeText(text: string, path: (string | number)[]) {
  if (unsafeCharacters.test(text))
    throw createFieldsError('malformed_request', [
      { path: joinPath(path), message: 'This text holds characters that cannot be kept.' },
    ])
}

const joinPath = (names: readonly PropertyKey[]) => names.map((name) => truncateName(String(name))).join('.')

/** Rejects query parameters that are given more than once. */
function assertNoRepeats(query: unknown): void {
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>))
    if (Array.isArray(value))
      throw new AppError('malformed_request', {
        errors: [{ path: truncateName(name), message: `"${truncateName(name)}" is given more than once.` }],
      })
}
