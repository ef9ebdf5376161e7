// Around every test of the web project: the DOM is cleared, and an error or a warning on the console is a failure.
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  cleanup()
  expect(vi.mocked(console.error).mock.calls, 'nothing on console.error').toEqual([])
  expect(vi.mocked(console.warn).mock.calls, 'nothing on console.warn').toEqual([])
})
