import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { lowerThreadPriority } from './thread-priority.ts'

test('elsewhere than on Linux the priority stays as it is: it would be that of the whole server', () => {
  const { platform } = process
  const before = getPriority()
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  try {
    lowerThreadPriority()
  } finally {
    Object.defineProperty(process, 'platform', { value: platform })
  }
  expect(getPriority()).toBe(before)
})
