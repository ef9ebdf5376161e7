import { expect, test } from 'vitest'
import { splitFilter } from './filter-values.ts'
import { administrators, listWaiting, progressSteps } from './home-lists.ts'
import { staffLists } from './lists.ts'

const counted = [...listWaiting(new Date('2026-11-24T09:00:00Z')), ...progressSteps, administrators]

test.each(counted)('$list: “$label” asks for what the list answers', ({ list, query, further }) => {
  expect(staffLists[list].query.safeParse({ ...query, ...further }).error).toBeUndefined()
})

test('a held case is counted once, by whether its reviewers disagree', () => {
  const held = counted.filter(({ query }) => query.stage === 'held')
  expect(held.map(({ query }) => query.split)).toEqual(['yes', 'no'])
})

test('how far the applicants are begins with all of them, whatever becomes of them', () => {
  expect(progressSteps[0]?.query).toEqual({})
})

test('each further step leads to those who have reached it or went further', () => {
  const steps = progressSteps.flatMap(({ stages, query }) => (stages ? [{ stages, query }] : [])).slice(1)
  expect(steps.length).toBeGreaterThan(1)
  for (const { stages, query } of steps) expect(splitFilter(String(query.stage))).toEqual(stages)
})
