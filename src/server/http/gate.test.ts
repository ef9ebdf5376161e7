import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AppError } from './app-error.ts'
import { gate } from './gate.ts'

test('as many as there is room for work at once, and the next is told when to come back', async () => {
  const { pass, inside, refused } = gate({ most: 2 })
  let finish = () => {}
  const long = new Promise<string>((resolve) => {
    finish = () => resolve('done')
  })
  const working = [pass(() => long), pass(() => long)]
  expect(inside()).toBe(2)

  const refusal = await pass(async () => 'never').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(AppError)
  const { status, more } = refusal as AppError
  expect(status).toBe(503)
  expect(more.retryAfter).toBeGreaterThanOrEqual(2)
  expect(more.retryAfter).toBeLessThanOrEqual(8)
  expect(refused()).toBe(1)

  finish()
  expect(await Promise.all(working)).toEqual(['done', 'done'])
  expect(inside()).toBe(0)
  expect(await pass(async () => 'now')).toBe('now')
})

test('work that fails leaves its place', async () => {
  const { pass, inside } = gate({ most: 1 })
  await expect(pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(inside()).toBe(0)
})

test('while the work takes too long fewer are let in, and all again when it is quick', async () => {
  const { pass } = gate({ most: 3, whenSlow: 1, slowMs: 20 })
  await pass(() => pause(40))
  let finish = () => {}
  const working = pass(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  await expect(pass(async () => 'another')).rejects.toBeInstanceOf(AppError)
  finish()
  await working
  expect(await Promise.all([pass(async () => 1), pass(async () => 2), pass(async () => 3)])).toEqual([1, 2, 3])
})

test('nobody begins while the process is behind with everything', async () => {
  let isLate = true
  const { pass } = gate({ most: 3, isLate: () => isLate })
  await expect(pass(async () => 'early')).rejects.toBeInstanceOf(AppError)
  isLate = false
  expect(await pass(async () => 'now')).toBe('now')
})
