import { act, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { readStoredJson, writeStoredJson } from './stored-json.ts'
import { useNow } from './use-now.ts'

afterEach(() => vi.useRealTimers())

test('what was chosen is read again; nothing, or what is no JSON, is nothing', () => {
  writeStoredJson('columns', ['a'])
  expect(readStoredJson('columns')).toEqual(['a'])
  expect(readStoredJson('none')).toBeNull()
  localStorage.setItem('columns', 'not JSON')
  expect(readStoredJson('columns')).toBeNull()
})

test('a full storage only forgets the choice', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError')
  })
  expect(() => writeStoredJson('columns', ['a'])).not.toThrow()
})

test('the time moves on by itself, and the clock stops with its page', () => {
  vi.useFakeTimers({ now: new Date('2024-03-04T09:00:00Z') })
  const seen: (string | undefined)[] = []
  function Clock() {
    seen.push(useNow()?.toISOString().slice(11, 19))
    return null
  }
  const { unmount } = render(<Clock />)
  expect(seen).toEqual([undefined, '09:00:00'])
  act(() => void vi.advanceTimersByTime(20_000))
  expect(seen.at(-1)).toBe('09:00:20')
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
