import createSerializer from 'fast-json-stringify'
import { z } from 'zod'
import type { Schema } from '#shared/api/contract.ts'

type JsonSchema = Record<string, unknown>

const serializers = new WeakMap<Schema, (reply: unknown) => string>()

/**
 * Returns the compiled serialiser of a reply, which drops every field that the schema does not list. It is compiled when it is
 * first asked for, and once for each contract: the start of a server need not wait for two hundred of them.
 */
export function getSerializer(schema: Schema): (reply: unknown) => string {
  const known = serializers.get(schema)
  if (known) return known
  const compiled = createSerializer(createReplySchema(schema))
  serializers.set(schema, compiled)
  return compiled
}

export const createReplySchema = (schema: Schema): JsonSchema =>
  simplify(z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' })) as JsonSchema

/** The serialiser is fast with `nullable` and slow with `anyOf`, which knows no `nullable`, and ignores formats. */
function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify)
  if (typeof node !== 'object' || node === null) return node
  const { anyOf, format, pattern, $schema, ...rest } = node as JsonSchema
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === 'properties' ? simplifyEach(value) : simplify(value)]),
  )
  if (!Array.isArray(anyOf)) return inner
  const others = anyOf.filter((option) => (option as JsonSchema).type !== 'null')
  const [only] = others as JsonSchema[]
  if (only && !only.anyOf && others.length === 1 && others.length < anyOf.length)
    return { ...inner, ...(simplify(only) as JsonSchema), nullable: true }
  return { ...inner, anyOf: simplify(anyOf) }
}

/** Properties may be named like keywords. */
const simplifyEach = (properties: unknown) =>
  Object.fromEntries(Object.entries(properties as JsonSchema).map(([name, schema]) => [name, simplify(schema)]))
