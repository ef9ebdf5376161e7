import { z } from 'zod'

type JsonSchema = Record<string, unknown>

/** The schema of an answer for the compiled serialiser: what it does not list never leaves the server. */
export const replySchema = (schema: z.ZodType): JsonSchema =>
  simplified(z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' })) as JsonSchema

/** The serialiser is quick with `nullable` and slow with alternatives, and has no use for formats. */
function simplified(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplified)
  if (typeof node !== 'object' || node === null) return node
  const { anyOf, format, pattern, $schema, ...rest } = node as JsonSchema
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, simplified(value)]))
  if (!Array.isArray(anyOf)) return inner
  const others = anyOf.filter((option) => (option as JsonSchema).type !== 'null')
  if (others.length === 1 && others.length < anyOf.length)
    return { ...inner, ...(simplified(others[0]) as JsonSchema), nullable: true }
  return { ...inner, anyOf: simplified(anyOf) }
}
