import { expect, test } from 'vitest'
import { room } from './room.ts'

test('uploads enter while they fit, and wait outside after that', () => {
  const memory = room(10)
  const leave = memory.enter(6)
  memory.enter(4)
  expect(() => memory.enter(1)).toThrow(expect.objectContaining({ code: 'unavailable' }))
  leave()
  expect(memory.enter(6)).toBeTypeOf('function')
})

test('leaving twice gives back once', () => {
  const memory = room(10)
  const leave = memory.enter(5)
  leave()
  leave()
  memory.enter(10)
  expect(() => memory.enter(1)).toThrow()
})
