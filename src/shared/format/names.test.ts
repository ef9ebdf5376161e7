import { expect, test } from 'vitest'
import { formatAppliedPost, formatFullName } from './names.ts'

test('a name has no gap where there is no middle name', () => {
  expect(formatFullName({ surName: 'Danjuma', firstName: 'Ladi', middleName: 'Hauwa' })).toBe('Danjuma Ladi Hauwa')
  expect(formatFullName({ surName: 'Danjuma', firstName: 'Ladi', middleName: '' })).toBe('Danjuma Ladi')
})

test('a post names its department where it has one', () => {
  const post = { role: 'Lecturer II', faculty: 'Technology' }
  expect(formatAppliedPost({ ...post, department: 'Computer Science' })).toBe(
    'Lecturer II, Computer Science, School of Technology',
  )
  expect(formatAppliedPost({ ...post, department: null })).toBe('Lecturer II, School of Technology')
})
