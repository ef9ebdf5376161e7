import { expect, test } from 'vitest'
import { checkRequirements, formatRequirements, postRequirements, requirementNames } from './requirements.ts'

const facts = { highestCertificate: 'nd', bestGrade: 'Upper Credit', experienceYears: 4, publication: 2 }

test('a post that asks nothing suggests nothing', () => {
  expect(checkRequirements({}, facts)).toMatchObject({ suggestion: 'none', checks: [] })
})

test('what falls short is said in a sentence', () => {
  const { suggestion, summary, checks } = checkRequirements({ minCertificate: 'msc', minYears: 4 }, facts)
  expect(suggestion).toBe('falls_short')
  expect(summary).toBe('Highest certificate: ND; the post asks for MSc.')
  expect(checks.map(({ name, isMet }) => [name, isMet])).toEqual([
    ['minCertificate', false],
    ['minYears', true],
  ])
})

test('a grade of another name counts by its class', () => {
  expect(checkRequirements({ minGrade: 'Second Class Upper', minPublications: 2 }, facts).suggestion).toBe('meets')
  expect(checkRequirements({ minGrade: 'First Class' }, facts).suggestion).toBe('falls_short')
})

test('what the answers do not say is unclear, not too little', () => {
  const unknown = { ...facts, bestGrade: null }
  expect(checkRequirements({ minGrade: 'Merit' }, unknown)).toMatchObject({
    suggestion: 'unclear',
    checks: [{ isMet: null, found: '' }],
  })
  expect(checkRequirements({ minGrade: 'Merit', minYears: 5 }, unknown).suggestion).toBe('falls_short')
})

test('requirements are checked, and nothing else is stored with them', () => {
  expect(postRequirements.safeParse({ minCertificate: 'msc', minYears: 3 }).success).toBe(true)
  for (const wrong of [{ minCertificate: 'MSc' }, { minYears: -1 }, { minYears: 1.5 }, { minAge: 3 }])
    expect(postRequirements.safeParse(wrong).success).toBe(false)
  expect(Object.keys(postRequirements.shape)).toEqual(requirementNames)
})

test('what a post asks for is listed in words', () => {
  expect(formatRequirements({ minCertificate: 'msc', minYears: 3 })).toEqual([
    'lowest certificate MSc',
    'years of experience 3',
  ])
  expect(formatRequirements({})).toEqual([])
})
