import { expect, test } from 'vitest'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { hashAnswers, hasSameContent, toCanonicalJson } from './answers-digest.ts'

const answers = createCompleteAnswers('/api/v1/files/0a0a0a0a-0000-4000-8000-000000000001')

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
  expect(hashAnswers(reverseKeys(answers) as typeof answers)).toEqual(hashAnswers(answers))
  expect(hasSameContent([1, 2], [2, 1])).toBe(false)
})

test('any change of an answer changes the digest', () => {
  const digest = hashAnswers(answers)
  expect(hashAnswers({ ...answers, hobby: `${answers.hobby} ` })).not.toEqual(digest)
  expect(hashAnswers({ ...answers, referees: answers.referees.slice(1) })).not.toEqual(digest)
})

test('undefined values are left out, null is kept', () => {
  expect(toCanonicalJson({ b: undefined, a: null, 'ẹ"': 'ó' })).toBe('{"a":null,"ẹ\\"":"ó"}')
  expect(hasSameContent({ a: undefined }, {})).toBe(true)
  expect(hasSameContent({ a: null }, {})).toBe(false)
})
