import { expect, test } from 'vitest'
import { describeType, listProperties } from './schema-rows.ts'

test.each([
  [{ type: 'boolean' }, 'boolean'],
  [{}, 'anything'],
  [{ type: 'integer', description: 'In kobo.' }, 'integer. In kobo.'],
  [{ const: 'paid' }, '`"paid"`'],
  [{ type: 'string', enum: ['cbt', 'interview'] }, '`cbt`, `interview`'],
  [{ type: 'array', items: {} }, 'list'],
  [{ type: 'array', minItems: 1, maxItems: 3 }, 'list, 1 to 3 entries'],
  [{ type: 'array', minItems: 2 }, 'list, at least 2 entries'],
  [{ type: 'string' }, 'text'],
  [{ type: 'string', maxLength: 5 }, 'text, at most 5 characters'],
  [{ type: 'string', pattern: '^\\d+$' }, 'text like `^\\d+$`'],
  [{ type: 'string', format: 'date', maxLength: 10, pattern: 'x' }, 'text (date)'],
  [{ anyOf: [{ type: 'string' }, { type: 'string' }, { type: 'null' }] }, 'text or null'],
  [{ oneOf: [{ type: 'number' }, { type: 'boolean' }] }, 'number or boolean'],
])('%j is described as %s', (schema, text) => {
  expect(describeType(schema)).toBe(text)
})

test('every property stands below its parent, also in lists and where the parent may be null', () => {
  const session = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, at: { type: 'string' } } }
  const schema = {
    type: 'object',
    required: ['sessions'],
    properties: {
      sessions: { type: 'array', items: session },
      last: { anyOf: [{ type: 'null' }, { type: 'object', properties: { place: { type: 'string' } } }] },
      tags: { type: 'array' },
      notes: { anyOf: [{ type: 'array', items: { type: 'object', properties: { text: {} } } }, { type: 'null' }] },
    },
  }
  expect(listProperties(schema).map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['sessions', true],
    ['sessions[].id', true],
    ['sessions[].at', false],
    ['last', false],
    ['last.place', false],
    ['tags', false],
    ['notes', false],
    ['notes[].text', false],
  ])
})
