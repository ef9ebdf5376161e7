import { expect, test } from 'vitest'
import { type Choice, chooseRows, countChosen, emptyChoice, isChosen, isSameFilter, maxChosen } from './list-choice.ts'

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
