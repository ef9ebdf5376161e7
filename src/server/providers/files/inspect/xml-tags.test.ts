import { expect, test } from 'vitest'
import { readXmlParts } from './xml-tags.ts'

test('a document with more tags than any list is no plain XML', () => {
  let count = 0
  let last: unknown
  for (const part of readXmlParts('<a/>'.repeat(4_000_001))) {
    count += 1
    last = part
  }
  // The beginning and the end of each.
  expect([count, last]).toEqual([8_000_001, null])
})

test('after the last tag may be a line break', () => {
  const parts = readXmlParts('<a/>\n')
  expect([parts.next(), parts.next(), parts.next()]).toMatchObject([
    { value: { kind: 'open' } },
    { value: { kind: 'close' } },
    { done: true },
  ])
})

test('characters may be written by their numbers; what has no character stays as it is', () => {
  const [part] = readXmlParts('<a b="&#x10FFFF;&#x110000;&#1114112;&#65;&amp;"/>')
  expect(part?.kind === 'open' && part.readAttributes().get('b')).toBe('\u{10ffff}&#x110000;&#1114112;A&')
})
