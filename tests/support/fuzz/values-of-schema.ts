// Arbitrary values for a JSON Schema, valid or with one place corrupted.
import fc from 'fast-check'
import { hostileText, hostileValue } from './hostile-values.ts'

export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/**
 * Values that are valid for the schema.
 * @param known texts that exist on the server, such as user IDs, to get past the first checks
 */
export function valuesOf(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const inner = (one: JsonSchema) => valuesOf(one, known)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map(inner))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'object') return objectsOf(schema, inner)
  if (schema.type === 'array') return arraysOf(schema, inner)
  if (schema.type === 'string') return textsOf(schema, known)
  return scalarsOf(schema)
}

function scalarsOf({ type, minimum }: JsonSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'integer':
      return fc.integer({ min: Math.max(minimum ?? -5, -5), max: Math.max(minimum ?? 5, 5) })
    case 'number':
      return fc.oneof(fc.constantFrom(12_500, 0, 1), fc.double({ min: minimum ?? -1e6, max: 1e6, noNaN: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.oneof(fc.constantFrom<unknown>('text', null, 1), fc.jsonValue({ maxDepth: 2 }))
  }
}

function arraysOf(
  { items = {}, minItems = 0, maxItems = 3 }: JsonSchema,
  inner: (one: JsonSchema) => fc.Arbitrary<unknown>,
) {
  return fc.array(inner(items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) })
}

function objectsOf({ properties = {}, required = [] }: JsonSchema, inner: (one: JsonSchema) => fc.Arbitrary<unknown>) {
  const model = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)]))
  return fc.record(model, { requiredKeys: required })
}

function textsOf({ pattern, minLength = 0, maxLength = 60 }: JsonSchema, known: readonly string[]) {
  if (pattern) return getText(pattern, () => fc.stringMatching(new RegExp(pattern)))
  const max = Math.min(maxLength, minLength + 60)
  const own = getText(`${minLength} to ${max}`, () => fc.string({ unit: 'grapheme', minLength, maxLength: max }))
  return known.length > 0 ? fc.oneof(own, fc.constantFrom(...known)) : own
}

const texts = new Map<string, fc.Arbitrary<string>>()

/** Many fields have the same texts, and making an arbitrary of them takes longer than taking texts from it. */
function getText(name: string, create: () => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const known = texts.get(name) ?? create()
  texts.set(name, known)
  return known
}

/** The same values with one place replaced, removed, duplicated or extended by a hostile value. */
export const corrupt = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), fc.nat(3), hostileText, hostileValue)
    .map(([value, path, kind, name, hostile]) => corruptAt(value, path, [kind, name, hostile]))

type Corruption = [kind: number, name: string, hostile: unknown]

function corruptAt(value: unknown, [index = 0, ...rest]: number[], corruption: Corruption): unknown {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const chosen = entries[index % Math.max(1, entries.length)]
  if (!chosen) return corruption[2]
  const [key, inner] = chosen
  const [kind, , hostile] = corruption
  const isLast = rest.length === 0 || typeof inner !== 'object' || inner === null
  if (Array.isArray(value)) {
    const at = Number(key)
    return isLast
      ? value.toSpliced(at, kind === 1 ? 1 : 0, hostile)
      : value.with(at, corruptAt(inner, rest, corruption))
  }
  if (isLast) return corruptEntry(entries, chosen, corruption)
  return fromEntries([...entries.filter(([other]) => other !== key), [key, corruptAt(inner, rest, corruption)]])
}

function corruptEntry(
  entries: [string, unknown][],
  [key, inner]: [string, unknown],
  [kind, name, hostile]: Corruption,
) {
  const others = entries.filter(([other]) => other !== key)
  if (kind === 0) return fromEntries([...others, [key, hostile]])
  if (kind === 1) return fromEntries(others)
  if (kind === 2) return fromEntries([...entries, [name, hostile]])
  return fromEntries([...others, [key, [inner, inner]]])
}

/** Like Object.fromEntries, but treats `__proto__` as an ordinary name. */
function fromEntries(entries: [string, unknown][]) {
  const made = {}
  for (const [name, value] of entries)
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true })
  return made
}
