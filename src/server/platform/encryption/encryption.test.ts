import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEncryption } from './encryption.ts'

const [old, current, strange] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const nin = '10000000001'

test('what is sealed can be opened, is never the same twice, and does not hold the text', () => {
  const { seal, open } = createEncryption([current])
  const sealed = seal(nin)
  expect(open(sealed)).toBe(nin)
  expect(seal(nin).equals(sealed)).toBe(false)
  expect(sealed.includes(nin)).toBe(false)
})

test('a changed value is not opened', () => {
  const { seal, open } = createEncryption([current])
  const sealed = seal(nin)
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  expect(() => open(sealed)).toThrow()
})

test('a replaced key still opens what it sealed, and seals no more', () => {
  const sealedBefore = createEncryption([old]).seal(nin)
  const both = createEncryption([current, old])
  expect(both.open(sealedBefore)).toBe(nin)
  expect(createEncryption([current]).open(both.seal(nin))).toBe(nin)
  expect(() => createEncryption([strange]).open(sealedBefore)).toThrow('a key that is not known here')
})

test('a fingerprint is the same for the same text under the same key only', () => {
  expect(createEncryption([current]).fingerprint(nin)).toEqual(createEncryption([current, old]).fingerprint(nin))
  expect(createEncryption([current]).fingerprint(nin)).not.toEqual(createEncryption([old]).fingerprint(nin))
})
