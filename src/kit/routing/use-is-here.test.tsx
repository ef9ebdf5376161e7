import { act, renderHook } from '@testing-library/react'
import { BrowserRouter, useLocation, useNavigate } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { useNavigateFromHere } from './use-is-here.ts'

afterEach(() => history.replaceState(null, '', '/'))

const show = () =>
  renderHook(
    () => ({ navigateFromHere: useNavigateFromHere(), navigate: useNavigate(), path: useLocation().pathname }),
    { wrapper: BrowserRouter },
  )

test('who is still on the page is led on, also when it has become another page meanwhile', async () => {
  const { result } = show()
  await act(async () => result.current.navigate('/second'))
  await act(() => result.current.navigateFromHere('/third'))
  expect([result.current.path, window.location.pathname]).toEqual(['/third', '/third'])
})

test('who has left the page is not led elsewhere', async () => {
  const { result, unmount } = show()
  unmount()
  await result.current.navigateFromHere('/third')
  expect(window.location.pathname).toBe('/')
})

test('who follows a link is not led elsewhere while its page is being loaded', async () => {
  const { result } = show()
  history.pushState(null, '', '/linked')
  await act(() => result.current.navigateFromHere('/third'))
  expect(window.location.pathname).toBe('/linked')
})
