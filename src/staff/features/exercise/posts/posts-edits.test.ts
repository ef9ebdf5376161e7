import { expect, test } from 'vitest'
import { getPostKey } from '#shared/staff/exercise-settings.ts'
import { addPost, applyEdits, noEdits, removePost, setDetails, undoPost } from './posts-edits.ts'

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

test('what is taken back of one post leaves what was changed, added or removed of others', () => {
  const other = { ...post, role: 'Lecturer II' }
  const [key, otherKey] = [post, other].map(getPostKey) as [string, string]
  const changed = setDetails(setDetails(noEdits, post), other)
  expect(undoPost(changed, key)).toEqual({ ...noEdits, details: { [otherKey]: other } })
  const added = addPost(addPost(noEdits, post), other)
  expect(undoPost(added, key)).toEqual(addPost(noEdits, other))
  const removed = removePost(removePost(noEdits, key), otherKey)
  expect(undoPost(removed, key)).toEqual(removePost(noEdits, otherKey))
})
