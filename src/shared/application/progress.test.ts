import { expect, test } from 'vitest'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { getFormProgress } from './progress.ts'

const complete = createCompleteAnswers('/api/v1/files/1')

test('an empty form has no step done, and names the four steps that require answers', () => {
  expect(getFormProgress({})).toEqual({
    stepsDone: 0,
    missing: ['Personal details', 'Education', 'Experience', 'Referees'],
  })
})

test('a complete form has its five steps of questions done, and nothing missing', () => {
  expect(getFormProgress(complete)).toEqual({ stepsDone: 5, missing: [] })
})

test('steps count as done up to the first incomplete one', () => {
  expect(getFormProgress({ ...complete, experience: [], referees: [] })).toEqual({
    stepsDone: 2,
    missing: ['Experience', 'Referees'],
  })
  // The fourth step asks for nothing.
  expect(getFormProgress({ ...complete, publication: [], grants: [], referees: [] }).stepsDone).toBe(4)
})
