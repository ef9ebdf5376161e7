import { createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEncryption, createSigner } from './encryption.ts'

const [oldKey, currentKey, unknownKey] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const nin = '10000000001'

test('V11.3.1 V11.3.2 an encrypted value can be decrypted, is different each time and does not contain the text', () => {
  const { encrypt, decrypt } = createEncryption([currentKey])
  const encrypted = encrypt(nin)
  expect(decrypt(encrypted)).toBe(nin)
  expect(encrypt(nin).equals(encrypted)).toBe(false)
  expect(encrypted.includes(nin)).toBe(false)
})

test('V11.3.2 a value is encrypted by AES-256-GCM with a key that is derived from the secret', () => {
  const key = Buffer.from(hkdfSync('sha256', currentKey, '', 'recruitment-portal seal', 32))
  const encrypted = createEncryption([currentKey]).encrypt(nin)
  const [iv, tag, body] = [encrypted.subarray(4, 16), encrypted.subarray(16, 32), encrypted.subarray(32)]
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(tag)
  expect(Buffer.concat([decipher.update(body), decipher.final()]).toString()).toBe(nin)
})

test('V11.3.3 a changed value is not decrypted', () => {
  const { encrypt, decrypt } = createEncryption([currentKey])
  const encrypted = encrypt(nin)
  encrypted[encrypted.length - 1] = (encrypted.at(-1) ?? 0) ^ 1
  expect(() => decrypt(encrypted)).toThrow()
})

test('V11.2.2 a replaced key still decrypts what it encrypted, and encrypts nothing new', () => {
  const encryptedBefore = createEncryption([oldKey]).encrypt(nin)
  const both = createEncryption([currentKey, oldKey])
  expect(both.decrypt(encryptedBefore)).toBe(nin)
  expect(createEncryption([currentKey]).decrypt(both.encrypt(nin))).toBe(nin)
  expect(() => createEncryption([unknownKey]).decrypt(encryptedBefore)).toThrow('an unknown key')
})

test('a value encrypted by the first release is still decrypted', () => {
  const { decrypt, fingerprint } = createEncryption([Buffer.alloc(32, 'key')])
  expect(decrypt(Buffer.from('fOaj679kIOmoWiC2sOY/YB80hbSNKb03X50nDZDNuNqCEo+n3NnuX1c9MA==', 'base64'))).toBe(nin)
  expect(fingerprint(nin).toString('base64')).toBe('Q8QWI+DBEkZuDbcwvZrfgoBebnIcqqfSbjT9BKNS16Q=')
})

test('a fingerprint is the same for the same text under the same key only', () => {
  expect(createEncryption([currentKey]).fingerprint(nin)).toEqual(
    createEncryption([currentKey, oldKey]).fingerprint(nin),
  )
  expect(createEncryption([currentKey]).fingerprint(nin)).not.toEqual(createEncryption([oldKey]).fingerprint(nin))
})

test('what a replaced key has signed is accepted, for its own purpose only, and nothing of an unknown key', () => {
  const before = createSigner([oldKey], 'device').sign('RE24-00001')
  const both = createSigner([currentKey, oldKey], 'device')
  expect([both.isSigned('RE24-00001', before), both.isSigned('RE24-00002', before)]).toEqual([true, false])
  expect(createSigner([currentKey], 'device').isSigned('RE24-00001', both.sign('RE24-00001'))).toBe(true)
  expect(createSigner([currentKey, oldKey], 'session').isSigned('RE24-00001', before)).toBe(false)
  expect(both.isSigned('RE24-00001', createSigner([unknownKey], 'device').sign('RE24-00001'))).toBe(false)
  for (const signature of ['', before.slice(1)]) expect(both.isSigned('RE24-00001', signature)).toBe(false)
})
