import { expect, test } from 'vitest'
import { readXmlParts } from './xml-tags.ts'

function readLast(text: string) {
  let last: unknown
  for (const part of readXmlParts(text)) last = part
  return last
}

test('a document with more tags than any list is no plain XML', () => {
  const tags = '<a/>'.repeat(4_000_000)
  expect(readLast(tags)).toMatchObject({ kind: 'close', name: 'a' })
  expect(readLast(`${tags}<a/>`)).toBeNull()
})
