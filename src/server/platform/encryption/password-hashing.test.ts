import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { AppError } from '../../app-error.ts'
import { hashPassword, passwordChangeLimiter, verifyPassword } from './password-hashing.ts'

test('V11.4.2 a hash is argon2id with 19 MiB, two passes and its own salt', async () => {
  const [one, other] = await Promise.all([hashPassword('palm wine 42'), hashPassword('palm wine 42')])
  expect(one).not.toBe(other)
  expect(one).toMatch(/^\$argon2id\$/)
  expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
})

test('V6.2.8 a password is verified as it is: no character, capital or space may differ', async () => {
  const storedHash = await hashPassword('ẹ́wà àgànyìn')
  expect(await verifyPassword('ẹ́wà àgànyìn', storedHash)).toBe(true)
  for (const other of ['ewa aganyin', 'Ẹ́wà àgànyìn', 'ẹ́wà àgànyìn ', 'ẹ́wà àgànyì'])
    expect(await verifyPassword(other, storedHash)).toBe(false)
  const long = 'x'.repeat(200)
  expect(await verifyPassword(`${long.slice(0, -1)}y`, await hashPassword(long))).toBe(false)
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

test('password changes take at most half of the places, so that logins find one', async () => {
  const release = Promise.withResolvers<void>()
  const changes = Array.from({ length: 30 }, (_, index) =>
    passwordChangeLimiter.run(() => release.promise, { key: `account ${index}` }),
  )
  const results = Promise.allSettled(changes)
  expect(passwordChangeLimiter.active()).toBe(21)
  expect(await verifyPassword('one more', await hashPassword('one more'))).toBe(true)
  release.resolve()
  expect((await results).filter(({ status }) => status === 'rejected')).toHaveLength(9)
})

test('one account changes its password once at a time', async () => {
  const release = Promise.withResolvers<void>()
  const first = passwordChangeLimiter.run(() => release.promise, { key: 'account' })
  const second = passwordChangeLimiter.run(() => release.promise, { key: 'account' })
  await expect(second).rejects.toMatchObject({ code: 'too_many_requests', details: { retryAfter: 2 } })
  release.resolve()
  await first
})

test('in a full queue another network finds a place, and a known device comes first', async () => {
  const stored = await hashPassword('palm wine 42')
  const finished: string[] = []
  const logIn = (name: string, network: string, isKnown: boolean) =>
    verifyPassword('palm wine 42', stored, { network, isKnown }).then(
      () => finished.push(name),
      () => finished.push('refused'),
    )
  const flood = Array.from({ length: 60 }, () => logIn('flood', '203.0.113.1', false))
  await Promise.all([...flood, logIn('other', '203.0.113.2', false), logIn('known', '203.0.113.3', true)])
  const done = finished.filter((name) => name !== 'refused')
  expect([done.length, done.includes('other')]).toEqual([42, true])
  // Soon after those that run already: without a place of its own it would be among the last.
  expect(done.indexOf('known')).toBeLessThan(20)
})
