import { expect, test } from 'vitest'
import { sections } from '#shared/application/sections.ts'
import { blankAnswers } from '#shared/forms/section.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'
import { readAnswers } from './read-answers.ts'

const answers = completeAnswers('/api/v1/files/1')

test('what was stored comes back as it was', () => {
  expect(readAnswers(sections, JSON.parse(JSON.stringify(answers)))).toEqual(answers)
})

test.each([null, undefined, 'text', 7, [], { institutions: 'x', homeAddress: [], hobby: 4, referees: {} }])(
  'something else (%j) comes out blank',
  (stored) => expect(readAnswers(sections, stored)).toEqual(blankAnswers(sections)),
)

test('what is missing is blank, what the form does not have is dropped', () => {
  const read = readAnswers(sections, { hobby: 'Chess', grants: [{ title: 'A', salary: 1 }, null], admin: true })
  expect(read).toEqual({
    ...blankAnswers(sections),
    hobby: 'Chess',
    grants: [
      { title: 'A', amount: '', date: '', experience: '', fileUrl: [] },
      { title: '', amount: '', date: '', experience: '', fileUrl: [] },
    ],
  })
})

test('no more is read than the form can hold', () => {
  const [referee] = answers.referees
  const read = readAnswers(sections, { referees: [referee, referee, referee, referee], hobby: 'x'.repeat(400) })
  expect(read.referees).toHaveLength(3)
  expect(read.hobby).toHaveLength(300)
})

test('the country is never read from storage', () => {
  expect(readAnswers(sections, { homeAddress: { country: 'ghana' } }).homeAddress.country).toBe('nigeria')
})
