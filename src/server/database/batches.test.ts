import { expect, test } from 'vitest'
import { splitIntoBatches } from './batches.ts'

test.each([
  [[], []],
  [[1], [[1]]],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('%j is %j in batches of two', (items, batches) => {
  expect([...splitIntoBatches<number>(items, 2)]).toEqual(batches)
})
