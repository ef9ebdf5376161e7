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
