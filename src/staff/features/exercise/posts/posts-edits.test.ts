import { expect, test } from 'vitest'
import { addPost, applyEdits, noEdits } from './posts-edits.ts'

const post = {
  school: 'Technology',
  department: 'Computer Science',
  role: 'Lecturer I',
  vacancies: 2,
  requirements: {},
  closesAt: null,
}

test('a post that somebody else has added meanwhile is there once, with what was typed for it', () => {
  const edits = addPost(noEdits, post)
  expect(applyEdits([], edits)).toMatchObject([{ role: 'Lecturer I', state: 'added' }])
  const theirs = { ...post, vacancies: null, accounts: 3 }
  expect(applyEdits([theirs], edits)).toMatchObject([{ state: 'changed', vacancies: 2, accounts: 3 }])
})
