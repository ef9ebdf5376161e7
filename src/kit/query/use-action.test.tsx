import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NetworkError } from '../http/api-error.ts'
import { useAction } from './use-action.ts'

/** An action whose end the test decides. */
function createControlledAction() {
  const ends: { resolve(): void; reject(error: unknown): void }[] = []
  const action = vi.fn(
    (_input: string) => new Promise<void>((resolve, reject) => void ends.push({ resolve: () => resolve(), reject })),
  )
  return { action, ends }
}

test('an action is pending until it ends', async () => {
  const { action, ends } = createControlledAction()
  const { result } = renderHook(() => useAction(action))
  act(() => void result.current.run('one'))
  expect([result.current.isPending, action.mock.calls]).toEqual([true, [['one']]])
  await act(async () => ends[0]?.resolve())
  expect([result.current.isPending, result.current.error]).toEqual([false, null])
})

test('a second run while the first is pending does nothing, even in the same tick', async () => {
  const { action, ends } = createControlledAction()
  const { result } = renderHook(() => useAction(action))
  act(() => {
    void result.current.run('one')
    void result.current.run('two')
  })
  act(() => void result.current.run('three'))
  expect(action.mock.calls).toEqual([['one']])
  await act(async () => ends[0]?.resolve())
  act(() => void result.current.run('four'))
  expect(action).toHaveBeenCalledTimes(2)
})

test('a failure is kept until the next run, and reported once', async () => {
  const { action, ends } = createControlledAction()
  const onError = vi.fn()
  const { result } = renderHook(() => useAction(action, { onError }))
  const failure = new NetworkError('No answer.')
  act(() => void result.current.run('one'))
  await act(async () => ends[0]?.reject(failure))
  expect([result.current.isPending, result.current.error]).toEqual([false, failure])
  expect(onError.mock.calls).toEqual([[failure]])
  act(() => void result.current.run('two'))
  expect([result.current.isPending, result.current.error]).toEqual([true, null])
})

test('a failure after the component is gone is still reported, without a rejection', async () => {
  const { action, ends } = createControlledAction()
  const onError = vi.fn()
  const { result, unmount } = renderHook(() => useAction(action, { onError }))
  let ended = Promise.resolve()
  act(() => {
    ended = result.current.run('one')
  })
  unmount()
  ends[0]?.reject(new Error('No answer.'))
  await ended
  expect(onError).toHaveBeenCalledOnce()
})
