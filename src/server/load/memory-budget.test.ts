import { expect, test } from 'vitest'
import { createMemoryBudget } from './memory-budget.ts'

test('bytes are taken as they arrive, refused past the limit, and returned together', () => {
  const budget = createMemoryBudget(10)
  const [ada, bisi] = [budget.open(), budget.open()]
  ada.add(4)
  ada.add(4)
  bisi.add(2)
  expect(() => bisi.add(1)).toThrow(expect.objectContaining({ code: 'unavailable', details: { retryAfter: 5 } }))
  expect([budget.active(), budget.rejected()]).toEqual([10, 1])
  ada.release()
  ada.release()
  expect(budget.active()).toBe(2)
  bisi.add(8)
})

test('an upload that only announces its size takes nothing', () => {
  const budget = createMemoryBudget(10)
  for (let opened = 0; opened < 50; opened += 1) budget.open()
  expect(budget.active()).toBe(0)
})
