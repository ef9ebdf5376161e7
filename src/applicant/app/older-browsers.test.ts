import { expect, test, vi } from 'vitest'

test('older browsers get what they lack, and keep what they have', async () => {
  const { at } = String.prototype
  const { at: ownAt } = Array.prototype
  Reflect.deleteProperty(String.prototype, 'at')
  try {
    vi.resetModules()
    await import('./older-browsers.ts')
    expect(String.prototype.at).not.toBe(at)
    expect([-3, -1, 0, 1.9, 3].map((index) => 'abc'.at(index))).toEqual(['a', 'c', 'a', 'b', undefined])
    expect(Array.prototype.at).toBe(ownAt)
  } finally {
    Object.defineProperty(String.prototype, 'at', { value: at, writable: true, configurable: true })
  }
})
