import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { AppError } from '#server/platform/api/app-error.ts'
import { hashPassword, isPassword } from './hashing.ts'

test('a hash is argon2id with 19 MiB, two passes and a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('palm wine 42'), hashPassword('palm wine 42')])
  expect(one).not.toBe(other)
  expect(one).toMatch(/^\$argon2id\$/)
  expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
})

test('a password is the same however a keyboard composes its letters', async () => {
  const stored = await hashPassword('ẹ́wà àgànyìn'.normalize('NFC'))
  expect(await isPassword('ẹ́wà àgànyìn'.normalize('NFD'), stored)).toBe(true)
  expect(await isPassword('ewa aganyin', stored)).toBe(false)
})

test('two are hashed at a time, forty wait, and whoever comes then is told to come back', async () => {
  const all = await Promise.allSettled(Array.from({ length: 60 }, (_, index) => hashPassword(`crowd ${index}`)))
  const refusals = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as AppError] : []))
  expect(all.length - refusals.length).toBe(42)
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({ code: 'unavailable', more: { retryAfter: 2 } })
  }
  expect(await isPassword('after the rush', await hashPassword('after the rush'))).toBe(true)
})
