import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { AppError } from '../app-error.ts'
import { hashPassword, verifyPassword } from './password-hashing.ts'

test('a hash is argon2id with 19 MiB, two passes and its own salt', async () => {
  const [one, other] = await Promise.all([hashPassword('palm wine 42'), hashPassword('palm wine 42')])
  expect(one).not.toBe(other)
  expect(one).toMatch(/^\$argon2id\$/)
  expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
})

test('a password matches however a keyboard composes its characters', async () => {
  const storedHash = await hashPassword('ẹ́wà àgànyìn'.normalize('NFC'))
  expect(await verifyPassword('ẹ́wà àgànyìn'.normalize('NFD'), storedHash)).toBe(true)
  expect(await verifyPassword('ewa aganyin', storedHash)).toBe(false)
})

test('two passwords are hashed at a time, forty wait, and the others are refused for now', async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, (_, index) => hashPassword(`password ${index}`)))
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as AppError] : []))
  expect(results.length - refusals.length).toBe(42)
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({ code: 'unavailable', details: { retryAfter: 2 } })
  }
  expect(await verifyPassword('one more', await hashPassword('one more'))).toBe(true)
})
