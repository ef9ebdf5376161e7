import { act, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Answers, sections } from '#shared/application/sections.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { renderForm } from '#tests/support/ui/rendered-form.tsx'
import { validateMemoized } from '../state/memoized-validation.ts'
import { summarizeErrors } from '../state/visible-errors.ts'
import { ListStep } from './list-step.tsx'

const complete = createCompleteAnswers('/api/v1/files/1')
const school = complete.institutions[0]!
const schools = ['First', 'Second', 'Third'].map((name) => ({ ...school, name }))
const user = userEvent.setup()
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const show = (name: 'institutions' | 'referees' | 'grants', answers: Partial<Answers>) =>
  renderForm(<ListStep name={name} list={sections[name]} />, answers)

test('an entry is added open, with the focus in its first question', async () => {
  const { answers } = show('institutions', { institutions: [school] })
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  await user.click(button('Add institution'))
  // The card is scrolled to, not the question alone.
  expect(focus.mock.lastCall).toEqual([{ preventScroll: true }])
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Institution' }))
  expect(answers().institutions).toHaveLength(2)
  expect(titles()[1]).toBe('Institution 2')
  // By its place while it has no title.
  await user.click(button('Remove Institution 2'))
  expect(screen.getByText('Removed: Institution 2')).toBeDefined()
})

test('a required list opens with the entries that it needs, and they count only once they have an answer', async () => {
  const { form } = show('referees', { referees: complete.referees.slice(0, 1) })
  const saved = form.getAnswers()
  expect(titles()).toHaveLength(3)
  expect(screen.queryByText(/^You have added all/)).toBeNull()
  expect(saved.referees).toEqual(complete.referees.slice(0, 1))
  await user.type(screen.getAllByRole('textbox', { name: 'Name' })[1]!, 'Sani')
  expect(form.getAnswers().referees).toMatchObject([complete.referees[0], { name: 'Sani' }])
  expect(titles()[2]).toContain('Sani')
  await user.click(button(/^Referee 2/))
  expect(screen.getByText('Not complete')).toBeDefined()
  form.leaveSections(['referees'], new Set())
  expect(form.getAnswers().referees).toHaveLength(2)
})

test('what another window has saved leaves a required list as many entries as it needs', () => {
  const { form } = show('referees', { referees: [] })
  const ids = form.getState().entryIds.referees!
  const referees = complete.referees.slice(0, 1)
  act(() => form.replaceAnswers({ ...form.getAnswers(), referees }))
  expect(titles()).toHaveLength(3)
  expect(form.getState().entryIds.referees!.slice(1)).toEqual(ids.slice(0, 2))
  expect(form.getAnswers().referees).toEqual(referees)
})

test.each([0, 1])(
  'entries that are only ready are reported as missing behind %i others, and the report leads to the first question of the first',
  (answered) => {
    const { form } = show('referees', { referees: complete.referees.slice(0, answered) })
    act(() => form.showErrors(['referees']))
    expect(screen.getByText('Please provide at least 3 referees.')).toBeDefined()
    expect(screen.queryByText(/is required/)).toBeNull()
    const errors = validateMemoized(form.sections, form.getState(), ['referees'])
    expect(summarizeErrors(form.getState(), form.sections, errors)).toMatchObject([
      { message: 'Please provide at least 3 referees.', id: screen.getAllByRole('textbox', { name: 'Name' })[0]?.id },
    ])
  },
)

test('a list that need not have entries opens without any', () => {
  show('grants', {})
  expect(screen.queryAllByRole('heading', { level: 3 })).toEqual([])
})

test('a complete entry is collapsed under a title made from its answers', () => {
  show('institutions', { institutions: [school] })
  expect(titles()).toEqual(['Institution 1Computer Science, Example University, 2001–2005'])
  expect(screen.getByText('Complete').className).toContain('done')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('an incomplete entry is expanded, and says what it is once it is collapsed', async () => {
  show('institutions', { institutions: [{ ...school, course: '' }] })
  expect(screen.getByRole('textbox', { name: 'Course' })).toBeDefined()
  expect(screen.queryByText(/omplete$/)).toBeNull()
  const isMarked = () => screen.getByRole('listitem').hasAttribute('data-open')
  expect(isMarked()).toBe(true)
  await user.click(button(/^Institution 1/))
  expect(isMarked()).toBe(false)
  expect(screen.getByText('Not complete').className).toContain('waiting')
})

test('a removed entry is restored at its position with a single key', async () => {
  const { answers } = show('institutions', { institutions: schools })
  await user.click(button('Remove Institution 2'))
  expect(answers().institutions.map(({ name }) => name)).toEqual(['First', 'Third'])
  expect(screen.getByText(/^Removed: Computer Science, Second, /)).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Undo')
  await user.keyboard('{Enter}')
  expect(answers().institutions.map(({ name }) => name)).toEqual(['First', 'Second', 'Third'])
})

test('the notice of a removed entry is closed, and the focus goes on to the next entry to add', async () => {
  const { answers } = show('institutions', { institutions: schools })
  await user.click(button('Remove Institution 2'))
  await user.click(button('Close'))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(document.activeElement).toBe(button('Add institution'))
  expect(answers().institutions.map(({ name }) => name)).toEqual(['First', 'Third'])
})

test('the second click of a double click does not remove the entry that has moved into the place', async () => {
  const { answers } = show('institutions', { institutions: schools })
  for (const detail of [1, 2]) fireEvent.click(button('Remove Institution 1'), { detail })
  expect(answers().institutions.map(({ name }) => name)).toEqual(['Second', 'Third'])
  fireEvent.click(button('Remove Institution 2'), { detail: 0 })
  expect(answers().institutions.map(({ name }) => name)).toEqual(['Second'])
})

test('a list that is full says how many it takes', () => {
  show('institutions', { institutions: Array.from({ length: sections.institutions.max }, () => school) })
  expect(screen.getByText('You have added 20 entries, the most that this list takes.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add institution' })).toBeNull()
})

test('a removed entry cannot be restored once the list is full again', async () => {
  const { answers } = show('referees', { referees: complete.referees })
  await user.click(button('Remove Referee 1'))
  expect(button('Undo')).toBeDefined()
  await user.click(button('Add referee'))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(answers().referees).toHaveLength(3)
})

test('a removed entry that another window has saved meanwhile is not restored a second time', async () => {
  const { form } = show('institutions', { institutions: schools })
  const { answers } = form.getState()
  await user.click(button('Remove Institution 2'))
  act(() => form.replaceAnswers({ ...answers, institutions: schools.toSpliced(1, 1) }))
  expect(button('Undo')).toBeDefined()
  act(() => form.replaceAnswers(answers))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  // Nor when what was saved there is changed here.
  act(() =>
    form.setAnswer(
      { section: 'institutions', entryId: form.getState().entryIds.institutions![1]!, key: 'name' },
      'New',
    ),
  )
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('of two entries that are the same a removed one can be restored', async () => {
  const { answers } = show('institutions', { institutions: [school, school] })
  await user.click(button('Remove Institution 2'))
  await user.click(button('Undo'))
  expect(answers().institutions).toEqual([school, school])
})

test('moving an entry moves the focus and changes the numbers', async () => {
  const { answers } = show('institutions', { institutions: schools })
  await user.click(button('Move Institution 3 up'))
  expect(answers().institutions.map(({ name }) => name)).toEqual(['First', 'Third', 'Second'])
  expect(screen.getByText('Institution is now 2 of 3')).toBeDefined()
  await user.click(button('Move Institution 2 up'))
  expect(titles()[0]).toContain('Third')
  expect(document.activeElement?.closest('li')?.textContent).toContain('Third')
  expect(screen.queryByRole('button', { name: 'Move Institution 1 up' })).toBeNull()
  await user.click(button('Move Institution 1 down'))
  expect(document.activeElement).toBe(button('Move Institution 2 down'))
  await user.click(button('Move Institution 2 up'))
  await user.click(button('Remove Institution 1'))
  expect(screen.queryByText(/^Institution is now/)).toBeNull()
})

test('a fourth referee cannot be added, and the page says why', () => {
  show('referees', { referees: complete.referees })
  expect(screen.queryByRole('button', { name: /add referee/i })).toBeNull()
  const paragraphs = screen.getAllByRole('paragraph').map(({ textContent }) => textContent)
  expect(paragraphs).toEqual(['Exactly three people who know your work.', 'You have added all 3 referees.'])
})

test('referees cannot be reordered', () => {
  show('referees', { referees: complete.referees })
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
})

test('an optional list is marked', () => {
  show('grants', {})
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Grants (optional)')
  expect(screen.queryAllByRole('paragraph')).toEqual([])
})

test('typing in one entry renders no other entry again', async () => {
  let renders = 0
  const counting = {
    ...sections.institutions,
    summary: (item: (typeof schools)[number]) => {
      renders += 1
      return sections.institutions.summary(item)
    },
  }
  const twenty = Array.from({ length: 20 }, (_, i) => ({ ...school, course: i === 0 ? '' : school.course }))
  renderForm(<ListStep name="institutions" list={counting} />, { institutions: twenty })
  renders = 0
  await user.type(screen.getByRole('textbox', { name: 'Course' }), 'abc')
  expect(renders).toBe(3)
})

test('an error that appears when a button is clicked does not move the button before the click counts', async () => {
  show('institutions', { institutions: [{ ...school, course: '' }] })
  await user.click(screen.getByRole('textbox', { name: 'Course' }))
  await user.pointer({ target: button('Add institution'), keys: '[MouseLeft>]' })
  expect(screen.queryByText('All institution fields are required.')).toBeNull()
  await user.pointer({ target: button('Add institution'), keys: '[/MouseLeft]' })
  expect(await screen.findByText('All institution fields are required.')).toBeDefined()
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2)
})
