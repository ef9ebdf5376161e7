import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ChoiceBar } from './choice-bar.tsx'
import type { AddressQuery } from './list-address.ts'
import { type Choice, chooseRows, countChosen, emptyChoice, isChosen, isSameFilter, maxChosen } from './list-choice.ts'
import { useListChoice } from './use-list-choice.ts'

afterEach(() => void vi.useRealTimers())

const all: Choice = { kind: 'all', filter: { stage: 'screening' }, except: [], total: { value: 70, more: false } }

test('rows are added one by one, each once, and taken out again', () => {
  const two = chooseRows(chooseRows(emptyChoice, ['A', 'B'], true), ['B'], true)
  expect([countChosen(two), isChosen(two, 'A'), isChosen(two, 'C')]).toEqual([{ value: 2, more: false }, true, false])
  expect(chooseRows(two, ['A', 'C'], false)).toEqual({ kind: 'some', keys: ['B'] })
})

test('of all that the list shows, single rows are taken out and put back', () => {
  const without = chooseRows(all, ['A', 'B'], false)
  expect([countChosen(without), isChosen(without, 'A'), isChosen(without, 'C')]).toEqual([
    { value: 68, more: false },
    false,
    true,
  ])
  expect(countChosen(chooseRows(without, ['A'], true))).toEqual({ value: 69, more: false })
})

test('more rows than can be named change nothing', () => {
  const keys = Array.from({ length: maxChosen }, (_, index) => `APP-${index}`)
  const full = chooseRows(emptyChoice, keys, true)
  expect(countChosen(full).value).toBe(maxChosen)
  expect(chooseRows(full, ['ONE-MORE'], true)).toBe(full)
  expect(chooseRows(full, ['APP-0'], false)).toMatchObject({ kind: 'some' })
  expect(chooseRows({ ...all, except: keys }, ['ONE-MORE'], false)).toEqual({ ...all, except: keys })
})

test('filters are the same whatever their order', () => {
  expect(isSameFilter({ stage: 'held', q: 'sule' }, { q: 'sule', stage: 'held' })).toBe(true)
  expect(isSameFilter({ stage: 'held' }, { stage: 'held', q: 'sule' })).toBe(false)
  expect(isSameFilter({ stage: 'held' }, { stage: 'rejected' })).toBe(false)
})

test('that more rows cannot be named is said until the choice changes', () => {
  const client = new QueryClient()
  const wrapper = (props: { children: ReactNode }) => <QueryClientProvider client={client} {...props} />
  const { result } = renderHook(() => useListChoice('applicants', {}), { wrapper })
  const keys = Array.from({ length: maxChosen }, (_, index) => `APP-${index}`)
  const change = (named: string[], isAdded: boolean) => {
    act(() => result.current.change(named, isAdded))
    return result.current.isFull
  }
  expect(change(keys, true)).toBe(false)
  expect(change(['APP-0'], true)).toBe(false)
  expect(change(['ONE-MORE'], true)).toBe(true)
  const total = { value: 2_000, more: false }
  render(
    <ChoiceBar noun="applicants" keys={keys} total={total} choice={result.current}>
      Export
    </ChoiceBar>,
  )
  expect(screen.getByRole('alert').textContent).toContain('At most 1,000 applicants can be chosen')
  expect(change(['APP-0'], false)).toBe(false)
  expect(change(['APP-0', 'ONE-MORE'], true)).toBe(true)
  act(() => result.current.clear())
  expect(result.current.isFull).toBe(false)
})

test.each([
  [1, false, '1 applicant chosen.'],
  [1, true, '1+ applicants chosen.'],
  [2, false, '2 applicants chosen.'],
])('of %i that are chosen (more: %s) the bar says: %s', (value, more, sentence) => {
  const choice: Choice = { kind: 'all', filter: {}, except: [], total: { value, more } }
  const actions = { isFull: false, change: vi.fn(), changeRow: vi.fn(), chooseAll: vi.fn(), clear: vi.fn() }
  render(
    <ChoiceBar noun="applicants" keys={['APP-1']} total={{ value, more }} choice={{ choice, ...actions }}>
      Export
    </ChoiceBar>,
  )
  expect(screen.getByRole('status').textContent).toBe(sentence)
})

test('what is chosen is still chosen after an hour on other pages', () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  const wrapper = (props: { children: ReactNode }) => <QueryClientProvider client={client} {...props} />
  const first = renderHook(() => useListChoice('applicants', {}), { wrapper })
  act(() => first.result.current.change(['APP-1'], true))
  first.unmount()
  vi.advanceTimersByTime(60 * 60_000)
  const { result } = renderHook(() => useListChoice('applicants', {}), { wrapper })
  expect(countChosen(result.current.choice).value).toBe(1)
})

test('with another filter all are chosen no longer, also when the first one is back', () => {
  const client = new QueryClient()
  const wrapper = (props: { children: ReactNode }) => <QueryClientProvider client={client} {...props} />
  const open = (initialProps: AddressQuery) =>
    renderHook((query: AddressQuery) => useListChoice('applicants', query), { wrapper, initialProps })
  const chooseAll = () => {
    const opened = open({ stage: 'screening' })
    act(() => opened.result.current.chooseAll({ value: 70, more: false }))
    return opened
  }
  const { result, rerender, unmount } = chooseAll()
  rerender({ stage: 'screening', sort: '-name' })
  expect(countChosen(result.current.choice).value).toBe(70)
  rerender({ stage: 'held' })
  rerender({ stage: 'screening' })
  expect(result.current.choice).toEqual(emptyChoice)
  unmount()
  // The list was left meanwhile, and opened with the other filter.
  chooseAll().unmount()
  const again = open({ stage: 'held' })
  again.rerender({ stage: 'screening' })
  expect(again.result.current.choice).toEqual(emptyChoice)
})
