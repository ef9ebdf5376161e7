import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, sections } from '#shared/application/sections.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'
import { showForm } from '#tests/support/web/rendered-form.tsx'
import { ListStep } from './list-step.tsx'

const complete = completeAnswers('/api/v1/files/1')
const school = complete.institutions[0]!
const schools = ['First', 'Second', 'Third'].map((name) => ({ ...school, name }))
const user = userEvent.setup()
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const show = (name: 'institutions' | 'referees' | 'grants', answers: Partial<Answers>) =>
  showForm(<ListStep name={name} list={sections[name]} />, answers)

test('an entry is added open, with the focus in its first question', async () => {
  const { answers } = show('institutions', {})
  await user.click(button('Add institution'))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Institution' }))
  expect(answers().institutions).toHaveLength(1)
})

test('a complete entry is folded under a title made from its content', () => {
  show('institutions', { institutions: [school] })
  expect(titles()).toEqual(['Institution 1Computer Science, Example University, 2001–2005'])
  expect(screen.getByText('Complete')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('an unfinished entry stands open', () => {
  show('institutions', { institutions: [{ ...school, course: '' }] })
  expect(screen.getByRole('textbox', { name: 'Course' })).toBeDefined()
})

test('a removed entry can be brought back where it was, by one more key', async () => {
  const { answers } = show('institutions', { institutions: schools })
  await user.click(button('Remove Institution 2'))
  expect(answers().institutions.map(({ name }) => name)).toEqual(['First', 'Third'])
  expect(document.activeElement?.textContent).toBe('Undo')
  await user.keyboard('{Enter}')
  expect(answers().institutions.map(({ name }) => name)).toEqual(['First', 'Second', 'Third'])
})

test('entries change places, and the focus and the numbers go with them', async () => {
  const { answers } = show('institutions', { institutions: schools })
  await user.click(button('Move Institution 3 up'))
  expect(answers().institutions.map(({ name }) => name)).toEqual(['First', 'Third', 'Second'])
  expect(screen.getByText('Institution is now 2 of 3')).toBeDefined()
  await user.click(button('Move Institution 2 up'))
  expect(titles()[0]).toContain('Third')
  expect(document.activeElement?.closest('li')?.textContent).toContain('Third')
  expect(screen.queryByRole('button', { name: 'Move Institution 1 up' })).toBeNull()
})

test('three referees are enough: instead of a button for a fourth stands why', () => {
  show('referees', { referees: complete.referees })
  expect(screen.queryByRole('button', { name: /add referee/i })).toBeNull()
  expect(screen.getByText('Exactly 3 referees are asked for, so no more can be added.')).toBeDefined()
})

test('each referee is as good as the others: there is no order to change', () => {
  show('referees', { referees: complete.referees })
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
})

test('a list that may stay empty says so', () => {
  show('grants', {})
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Grants (optional)')
})

test('typing in one entry draws no other one anew', async () => {
  let drawn = 0
  const counting = {
    ...sections.institutions,
    summary: (item: (typeof schools)[number]) => {
      drawn += 1
      return sections.institutions.summary(item)
    },
  }
  const twenty = Array.from({ length: 20 }, (_, i) => ({ ...school, course: i === 0 ? '' : school.course }))
  showForm(<ListStep name="institutions" list={counting} />, { institutions: twenty })
  drawn = 0
  await user.type(screen.getByRole('textbox', { name: 'Course' }), 'abc')
  expect(drawn).toBe(3)
})

test('a field that is left for a button shows its complaint without moving the button away from under the finger', async () => {
  show('institutions', { institutions: [{ ...school, course: '' }] })
  await user.click(screen.getByRole('textbox', { name: 'Course' }))
  await user.pointer({ target: button('Add institution'), keys: '[MouseLeft>]' })
  expect(screen.queryByText('All institution fields are required.')).toBeNull()
  await user.pointer({ target: button('Add institution'), keys: '[/MouseLeft]' })
  expect(await screen.findByText('All institution fields are required.')).toBeDefined()
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2)
})
