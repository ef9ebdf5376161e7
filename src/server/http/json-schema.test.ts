import { expect, test } from 'vitest'
import { z } from 'zod'
import { createReplySchema } from './json-schema.ts'

test('a property may be named like a keyword of schemas', () => {
  const schema = createReplySchema(z.object({ format: z.enum(['csv', 'xlsx']), pattern: z.string(), id: z.uuid() }))
  const { properties } = schema as { properties: Record<string, Record<string, unknown>> }
  expect(Object.keys(properties)).toEqual(['format', 'pattern', 'id'])
  expect(properties.format?.enum).toEqual(['csv', 'xlsx'])
  expect(properties.id).not.toHaveProperty('format')
})
