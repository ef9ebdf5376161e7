import { expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import { createReplySchema, getSerializer } from './json-schema.ts'

test('a property may be named like a keyword of schemas', () => {
  const schema = createReplySchema(z.object({ format: z.enum(['csv', 'xlsx']), pattern: z.string(), id: z.uuid() }))
  const { properties } = schema as { properties: Record<string, Record<string, unknown>> }
  expect(Object.keys(properties)).toEqual(['format', 'pattern', 'id'])
  expect(properties.format?.enum).toEqual(['csv', 'xlsx'])
  expect(properties.id).not.toHaveProperty('format')
})

test('a serialiser is compiled once for a schema, and drops what the schema does not list', () => {
  const schema = z.object({ name: z.string() })
  const serialize = getSerializer(schema)
  expect(serialize({ name: 'Ada', passwordHash: 'x' })).toBe('{"name":"Ada"}')
  expect(getSerializer(schema)).toBe(serialize)
})

test('the reply of each call has a serialiser', () => {
  for (const contract of Object.values({ ...contracts, ...staffContracts }))
    if ('reply' in contract) expect(getSerializer(contract.reply)).toBeTypeOf('function')
})

test('one of several objects may also be null', () => {
  const either = z.union([z.object({ seat: z.string() }), z.object({ outcome: z.string() })]).nullable()
  const serialize = getSerializer(z.object({ content: either }))
  expect([null, { seat: 'A' }, { outcome: 'B' }].map((content) => serialize({ content }))).toEqual([
    '{"content":null}',
    '{"content":{"seat":"A"}}',
    '{"content":{"outcome":"B"}}',
  ])
  const flat = getSerializer(z.union([z.object({ seat: z.string() }), z.object({ outcome: z.string() }), z.null()]))
  expect([null, { seat: 'A' }, { outcome: 'B' }].map(flat)).toEqual(['null', '{"seat":"A"}', '{"outcome":"B"}'])
  // What is fast, where there is but one.
  const one = createReplySchema(z.object({ seat: z.string() }).nullable())
  expect(one).toMatchObject({ type: 'object', nullable: true })
  expect(one).not.toHaveProperty('anyOf')
  expect(createReplySchema(z.union([z.object({ seat: z.string() })]))).not.toHaveProperty('nullable')
  expect(getSerializer(z.object({ content: z.literal(null) }))({ content: null })).toBe('{"content":null}')
})
