import { expect, test } from 'vitest'
import { sections } from '#shared/application/sections.ts'
import { createEmptyAnswers } from '#shared/forms/section.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { readAnswers } from './read-answers.ts'

const answers = createCompleteAnswers('/api/v1/files/1')

test('stored answers are read back unchanged', () => {
  expect(readAnswers(sections, JSON.parse(JSON.stringify(answers)))).toEqual(answers)
})

test.each([null, undefined, 'text', 7, [], { institutions: 'x', homeAddress: [], hobby: 4, referees: {} }])(
  'anything else (%j) is read as empty answers',
  (stored) => expect(readAnswers(sections, stored)).toEqual(createEmptyAnswers(sections)),
)

test('missing answers are empty, and unknown ones are dropped', () => {
  const read = readAnswers(sections, { hobby: 'Chess', grants: [{ title: 'A', salary: 1 }, null], admin: true })
  expect(read).toEqual({
    ...createEmptyAnswers(sections),
    hobby: 'Chess',
    grants: [
      { title: 'A', amount: '', date: '', experience: '', fileUrl: [] },
      { title: '', amount: '', date: '', experience: '', fileUrl: [] },
    ],
  })
})

test('answers are cut to what the form can hold', () => {
  const [referee] = answers.referees
  const read = readAnswers(sections, { referees: [referee, referee, referee, referee], hobby: 'x'.repeat(400) })
  expect(read.referees).toHaveLength(3)
  expect(read.hobby).toHaveLength(300)
  const fileUrl = [7, '/f', ...Array.from({ length: 11 }, (_, n) => `/f/${n}`)]
  expect(readAnswers(sections, { grants: [{ fileUrl }] }).grants[0]?.fileUrl).toEqual(fileUrl.slice(1, 11))
})

test('the country is never read from storage', () => {
  expect(readAnswers(sections, { homeAddress: { country: 'ghana' } }).homeAddress.country).toBe('nigeria')
})
