import { expect, test } from 'vitest'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { hasSameContent, serializeAnswers, toCanonicalJson } from './answers-digest.ts'

const answers = createCompleteAnswers('/api/v1/files/0a0a0a0a-0000-4000-8000-000000000001')

const hash = (content: typeof answers) => serializeAnswers(content).digest

/** The same content with the keys of every object in reverse order. */
const reverseKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reverseKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reverseKeys(inner)]),
  )
}

test('the order of keys does not matter, the order of entries does', () => {
  expect(hash(reverseKeys(answers) as typeof answers)).toEqual(hash(answers))
  expect(hasSameContent([1, 2], [2, 1])).toBe(false)
})

test('any change of an answer changes the digest', () => {
  const digest = hash(answers)
  expect(hash({ ...answers, hobby: `${answers.hobby} ` })).not.toEqual(digest)
  expect(hash({ ...answers, referees: answers.referees.slice(1) })).not.toEqual(digest)
})

test('the stored text holds every answer', () => {
  expect(JSON.parse(serializeAnswers(answers).json)).toEqual(answers)
})

test('undefined values are left out, null is kept', () => {
  expect(toCanonicalJson({ b: undefined, a: null, 'ẹ"': 'ó' })).toBe('{"a":null,"ẹ\\"":"ó"}')
  expect(hasSameContent({ a: undefined }, {})).toBe(true)
  expect(hasSameContent({ a: null }, {})).toBe(false)
})
