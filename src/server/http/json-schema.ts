import createSerializer from 'fast-json-stringify'
import { z } from 'zod'

type JsonSchema = Record<string, unknown>

const replySchemas = new WeakMap<z.ZodType, JsonSchema>()

/**
 * Returns the schema for the compiled serialiser, which drops every field that the schema does not list. It is made once
 * for each contract, however many servers a process starts.
 */
export function createReplySchema(schema: z.ZodType): JsonSchema {
  const known = replySchemas.get(schema)
  if (known) return known
  const created = simplify(
    z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' }),
  ) as JsonSchema
  replySchemas.set(schema, created)
  return created
}

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

const serializers = new WeakMap<JsonSchema, (reply: unknown) => string>()

/** Compiles the serialiser of a reply once for each contract: the framework would for GET and for HEAD, and for each server. */
export function compileSerializer({ schema }: { schema: JsonSchema }): (reply: unknown) => string {
  const known = serializers.get(schema)
  if (known) return known
  const compiled = createSerializer(schema)
  serializers.set(schema, compiled)
  return compiled
}
