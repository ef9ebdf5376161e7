import { expect, test } from 'vitest'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'
import { canonicalJson, digestOf, isSame } from './digest.ts'

const answers = completeAnswers('/api/v1/files/0a0a0a0a-0000-4000-8000-000000000001')

/** The same content with every object's names the other way round, as another browser or jsonb may give them. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  )
}

test('the order of names does not matter, the order of entries does', () => {
  expect(digestOf(reversed(answers) as typeof answers)).toEqual(digestOf(answers))
  expect(isSame([1, 2], [2, 1])).toBe(false)
})

test('any change of an answer is another document', () => {
  const digest = digestOf(answers)
  expect(digestOf({ ...answers, hobby: `${answers.hobby} ` })).not.toEqual(digest)
  expect(digestOf({ ...answers, referees: answers.referees.slice(1) })).not.toEqual(digest)
})

test('what is absent is not there, what is null is', () => {
  expect(canonicalJson({ b: undefined, a: null, 'ẹ"': 'ó' })).toBe('{"a":null,"ẹ\\"":"ó"}')
  expect(isSame({ a: undefined }, {})).toBe(true)
  expect(isSame({ a: null }, {})).toBe(false)
})
