import { expect, test } from 'vitest'
import { room } from './upload-memory.ts'

const refusal = (code: string) => expect.objectContaining({ code, more: { retryAfter: 5 } })

test('uploads enter while they fit, and wait outside after that', () => {
  const memory = room({ capacity: 10, share: 10 })
  const leave = memory.enter('ada', 6)
  memory.enter('bisi', 4)
  expect(() => memory.enter('cara', 1)).toThrow(refusal('unavailable'))
  leave()
  expect(memory.enter('cara', 6)).toBeTypeOf('function')
})

test('nobody takes more than a share, however much room there is', () => {
  const memory = room({ capacity: 100, share: 10 })
  const leave = memory.enter('ada', 6)
  expect(() => memory.enter('ada', 5)).toThrow(refusal('too_many_requests'))
  memory.enter('ada', 4)
  memory.enter('bisi', 10)
  leave()
  expect(memory.enter('ada', 6)).toBeTypeOf('function')
})

test('leaving twice gives back once', () => {
  const memory = room({ capacity: 10, share: 10 })
  const leave = memory.enter('ada', 5)
  leave()
  leave()
  memory.enter('ada', 10)
  expect(() => memory.enter('bisi', 1)).toThrow()
})
