import type { z } from 'zod'
import { AppError, type FieldError, refusedFields } from './app-error.ts'

/** What the schema reads from the input; throws a refusal that names each field. */
export function parsed<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw refusedFields('invalid_request', fieldErrors(result.error.issues))
}

/** More than a form can have wrong; whoever sends thousands of fields gets no thousands of answers. */
const mostErrors = 200
const longestName = 100

/** One sentence per field, in the order found. */
function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const found = new Map<string, string>()
  for (const issue of issues) {
    for (const { path, message } of unfolded(issue)) if (!found.has(path)) found.set(path, message)
    if (found.size >= mostErrors) break
  }
  return [...found].slice(0, mostErrors).map(([path, message]) => ({ path, message }))
}

function unfolded(issue: z.core.$ZodIssue): FieldError[] {
  const path = pathOf(issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, mostErrors).map((key) => unknownField(path, shortened(key)))
  if (issue.code === 'invalid_union') {
    // Of the alternatives, the one that came furthest tells most.
    const [closest] = [...issue.errors].sort((a, b) => depth(b) - depth(a))
    const inner = closest?.flatMap((child) => unfolded({ ...child, path: [...issue.path, ...child.path] }))
    if (inner?.length) return inner
  }
  return [{ path, message: plain(issue) }]
}

const unknownField = (path: string, key: string): FieldError => ({
  path: path ? `${path}.${key}` : key,
  message: `There is no field "${key}" here.`,
})

/** A name that the caller made up, not to be sent back at any length. */
const shortened = (name: string) => (name.length > longestName ? `${name.slice(0, longestName)}…` : name)

const depth = (issues: readonly z.core.$ZodIssue[]) =>
  Math.max(0, ...issues.map((issue) => issue.path.length + (issue.code === 'invalid_type' ? 0 : 1)))

function plain(issue: z.core.$ZodIssue) {
  if (issue.code !== 'invalid_type' || !issue.message.startsWith('Invalid input')) return issue.message
  const name = String(issue.path.at(-1) ?? 'The body')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} is missing or is not ${article(issue.expected)}.`
}

const article = (expected: string) =>
  ({
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
  })[expected] ?? `a ${expected}`

const maxDepth = 10
const unkeepable = /[\0\p{Surrogate}]/u
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Refuses what no honest client sends and what the database would store otherwise than it came: NUL (an error there),
 * lone surrogates (silently replaced there), names that reach into prototypes, and nesting without end.
 */
export function assertSound(value: unknown, path: (string | number)[] = []): void {
  if (typeof value === 'string') assertSoundText(value, path)
  if (typeof value !== 'object' || value === null) return
  if (path.length >= maxDepth)
    throw refusedFields('malformed_request', [{ path: pathOf(path), message: 'This is nested too deeply.' }])
  for (const [key, inner] of Object.entries(value)) {
    if (forbiddenKeys.has(key))
      throw refusedFields('malformed_request', [{ path: key, message: `There is no field "${key}" here.` }])
    path.push(key)
    assertSoundText(key, path)
    assertSound(inner, path)
    path.pop()
  }
}

function assertSoundText(text: string, path: (string | number)[]) {
  if (unkeepable.test(text))
    throw refusedFields('malformed_request', [
      { path: pathOf(path), message: 'This text holds characters that cannot be kept.' },
    ])
}

const pathOf = (names: readonly PropertyKey[]) => names.map((name) => shortened(String(name))).join('.')

/** A parameter that is given twice has no one meaning. */
export function assertSingle(query: unknown): void {
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>))
    if (Array.isArray(value))
      throw new AppError('malformed_request', {
        errors: [{ path: shortened(name), message: `"${shortened(name)}" is given more than once.` }],
      })
}
