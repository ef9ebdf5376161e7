import { expect, test } from 'vitest'
import { maxXmlTags, readXmlParts } from './xml-tags.ts'

function readLast(text: string) {
  let last: unknown
  for (const part of readXmlParts(text)) last = part
  return last
}

test('a document with more tags than any list is no plain XML', () => {
  const tags = '<a/>'.repeat(maxXmlTags)
  expect(readLast(tags)).toMatchObject({ kind: 'close', name: 'a' })
  expect(readLast(`${tags}<a/>`)).toBeNull()
})
