import { expect, test } from 'vitest'
import { choice, choiceBy, constant, isEmail, text, year } from './field.ts'
import { applyAnswer, createEmptyEntry, defineGroup, defineSingle, isEmptyEntry } from './section.ts'
import { createSectionTable } from './table.ts'
import { validateSections } from './validation.ts'

/** Of so many characters. */
const createAddress = (length: number) => `a@${'b'.repeat(length - '.example'.length - 2)}.example`

test('an email address has 254 characters at most, which is what mail servers take', () => {
  expect(createAddress(254)).toHaveLength(254)
  expect([isEmail(createAddress(254)), isEmail(createAddress(255))]).toEqual([true, false])
})

test.each([
  'nobody',
  'a@b',
  'a@b.',
  'a@@b.example',
  'a b@c.example',
  'a@b.example,c@d.example',
  'a@b.example\r\nBcc: c@d.example',
  '"a"@b.example',
  '<a@b.example>',
])('%j is no email address', (address) => {
  expect(isEmail(address)).toBe(false)
})

const fields = {
  state: choice('State', { osun: 'Osun', lagos: 'Lagos' }),
  city: choiceBy('LGA', 'state', () => ({ ife: 'Ife' })),
  role: text('Role'),
  other: text('Other role', { onlyWhen: { field: 'role', is: 'others' } }),
}
const entry = { state: 'osun', city: 'ife', role: 'others', other: 'Baker' }

test('an answer clears what depends on it, and nothing else', () => {
  expect(applyAnswer(fields, entry, 'state', 'lagos')).toEqual({ ...entry, state: 'lagos', city: '' })
  expect(applyAnswer(fields, entry, 'state', 'osun')).toEqual(entry)
  expect(applyAnswer(fields, entry, 'role', 'dean')).toEqual({ ...entry, role: 'dean', other: '' })
  expect(applyAnswer(fields, entry, 'role', 'others')).toEqual(entry)
  expect(applyAnswer(fields, entry, 'other', 'Cook')).toEqual({ ...entry, other: 'Cook' })
})

test('a table has no row for a question that does not apply, nor for a single one without an answer', () => {
  const listRows = (role: string) =>
    createSectionTable('job', defineGroup({ title: 'Job', fields }), { ...entry, role }).rows
  expect(listRows('others').map(([label]) => label)).toEqual(['State', 'LGA', 'Role', 'Other role'])
  expect(listRows('dean').map(([label]) => label)).toEqual(['State', 'LGA', 'Role'])
  const hobby = defineSingle({ title: 'Hobby', field: text('Hobby'), messages: { none: 'No hobby.' } })
  expect(createSectionTable('hobby', hobby, 'Chess').rows).toEqual([['Hobby', 'Chess']])
  expect(createSectionTable('hobby', hobby, ' ').rows).toEqual([])
})

test.each([
  ['bsc', 'bsc'],
  ['BSc', 'bsc'],
  [' bachelor OF science ', 'bsc'],
  ['BSC (Hons)', 'BSC (Hons)'],
])('a choice takes its value or its label in any case: %j is %j', (answer, value) => {
  const degree = choice('Degree', { msc: 'Master of Science', bsc: 'Bachelor of Science' })
  expect(degree.normalize?.(answer, {})).toBe(value)
})

test('what is wrong with a question of its own is a sentence', () => {
  const job = defineSingle({ title: 'First job', field: year('First job'), messages: { none: 'No job.' } })
  const validate = (answer: string) => [...validateSections({ job }, { job: answer }).values()]
  expect(validate('')).toEqual(['First job is required.'])
  expect(validate('15')).toEqual(['First job must be a year, such as 2015.'])
})

test('what is always the same is no answer', () => {
  const withCountry = { ...fields, country: constant('Country', 'nigeria', 'Nigeria') }
  const empty = createEmptyEntry({ fields: withCountry })
  expect(empty.country).toBe('nigeria')
  expect(isEmptyEntry(withCountry, empty)).toBe(true)
  expect(isEmptyEntry(withCountry, { ...empty, role: 'dean' })).toBe(false)
})
