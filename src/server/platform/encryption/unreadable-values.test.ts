import { randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { createEncryption } from './encryption.ts'
import { decryptOrLog } from './unreadable-values.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('values that cannot be read leave one line a minute, with their count, the table and an id', () => {
  vi.useFakeTimers()
  const lines: object[] = []
  const encryption = createEncryption([randomBytes(32)])
  const damaged = createEncryption([randomBytes(32)]).encrypt('12345678901')
  const deps = { encryption, log: { error: (detail: object) => lines.push(detail) } }
  const readAll = (...ids: string[]) => ids.map((id) => decryptOrLog(deps, damaged, { table: 'emails', id }))
  expect(readAll('a', 'b', 'c')).toEqual([null, null, null])
  expect(lines).toEqual([{ table: 'emails', id: 'a', count: 1 }])
  vi.advanceTimersByTime(60_000)
  readAll('d', 'e')
  expect(lines.slice(1)).toEqual([{ table: 'emails', id: 'd', count: 3 }])
})
