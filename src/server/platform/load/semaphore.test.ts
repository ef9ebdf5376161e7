import { expect, test } from 'vitest'
import { turns } from './semaphore.ts'

test('never more work than may, all of it in its order, and a failure frees its turn', async () => {
  const taking = turns(2)
  const order: number[] = []
  let working = 0
  let most = 0
  const work = (n: number) =>
    taking(async () => {
      working += 1
      most = Math.max(most, working)
      order.push(n)
      await new Promise((resolve) => setImmediate(resolve))
      working -= 1
      if (n % 3 === 0) throw new Error(`${n} failed`)
      return n
    })

  const first = Array.from({ length: 9 }, (_, n) => work(n))
  const later = first.map((done) => Promise.allSettled([done]).then(() => work(10)))
  const results = await Promise.allSettled(first)
  await Promise.all(later)

  expect(most).toBe(2)
  expect(order.slice(0, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(results.map(({ status }) => status === 'rejected')).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => n % 3 === 0),
  )
  expect(await taking(async () => 'free again')).toBe('free again')
})
