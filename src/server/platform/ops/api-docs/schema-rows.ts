// Reads a JSON schema as rows of a table.
import type { JsonSchema } from './openapi-document.ts'

interface PropertyRow {
  /** With its parents: `data.sessions[].id`. */
  name: string
  isRequired: boolean
  type: string
}

/** Every property that a schema names, each below its parent. */
export function listProperties(schema: JsonSchema, prefix = ''): PropertyRow[] {
  const required = (schema.required ?? []) as string[]
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(([key, inner]) => {
    const name = `${prefix}${key}`
    const { node, suffix } = unwrap(inner)
    const row = { name, isRequired: required.includes(key), type: describeType(inner) }
    return [row, ...listProperties(node, `${name}${suffix}.`)]
  })
}

/** The object inside of lists and of alternatives with null. */
function unwrap(schema: JsonSchema, suffix = ''): { node: JsonSchema; suffix: string } {
  const alternative = listAlternatives(schema).find(({ type }) => type === 'object' || type === 'array')
  if (alternative) return unwrap(alternative, suffix)
  if (schema.type === 'array') return unwrap((schema.items ?? {}) as JsonSchema, `${suffix}[]`)
  return { node: schema, suffix }
}

const listAlternatives = ({ anyOf, oneOf }: JsonSchema) => (anyOf ?? oneOf ?? []) as JsonSchema[]

/** The type of a value in words, with its limits; what stands in backticks is literal. */
export function describeType(schema: JsonSchema): string {
  const description = schema.description ? `. ${schema.description}` : ''
  return `${nameType(schema)}${description}`
}

function nameType(schema: JsonSchema): string {
  const alternatives = listAlternatives(schema)
  if (alternatives.length > 0) return [...new Set(alternatives.map(nameType))].join(' or ')
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => `\`${one}\``).join(', ')
  if (schema.type === 'array') return `list${formatRange(schema.minItems, schema.maxItems, 'entries')}`
  if (schema.type === 'string') return `text${formatText(schema)}`
  return String(schema.type ?? 'anything')
}

function formatText({ format, pattern, minLength, maxLength }: JsonSchema): string {
  if (format) return ` (${format})`
  return `${formatRange(minLength, maxLength, 'characters')}${pattern ? ` like \`${pattern}\`` : ''}`
}

function formatRange(min: unknown, max: unknown, unit: string): string {
  if (min === undefined && max === undefined) return ''
  if (min === undefined) return `, at most ${max} ${unit}`
  return max === undefined ? `, at least ${min} ${unit}` : `, ${min} to ${max} ${unit}`
}
