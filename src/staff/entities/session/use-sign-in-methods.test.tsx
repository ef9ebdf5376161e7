import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSignInMethods } from './use-sign-in-methods.ts'

test('while one method of a sign-in runs another does not begin, and the first stays the one that is busy', async () => {
  const { result } = renderHook(() => useSignInMethods<'code' | 'passkey'>())
  const code = Promise.withResolvers<void>()
  act(() => void result.current.run('code', () => code.promise))
  const usePasskey = vi.fn(async () => {})
  await act(() => result.current.run('passkey', usePasskey))
  expect([result.current.pending, usePasskey.mock.calls]).toEqual(['code', []])
  await act(async () => code.resolve())
  expect(result.current.pending).toBeNull()
  await act(() => result.current.run('passkey', usePasskey))
  expect(usePasskey).toHaveBeenCalledOnce()
})
