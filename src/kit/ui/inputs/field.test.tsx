import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { FieldGroup } from './field-group.tsx'
import { PasswordInput } from './password-input.tsx'
import { Select } from './select.tsx'
import { TextInput } from './text-input.tsx'
import { Textarea } from './textarea.tsx'

test('a control is described by its hint and its error, in that order', () => {
  render(<TextInput label="NIN" maxLength={60} hint="11 digits." error="A NIN has exactly 11 digits." />)
  const ids = screen.getByLabelText('NIN').getAttribute('aria-describedby')?.split(' ') ?? []
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual([
    '11 digits.',
    'A NIN has exactly 11 digits.',
  ])
  expect(screen.getByLabelText('NIN').getAttribute('aria-invalid')).toBe('true')
})

test('browsers offer nobody what others have typed, unless the field says what it is', () => {
  render(
    <>
      <TextInput label="Reason" maxLength={60} />
      <TextInput label="City" maxLength={60} autoComplete="address-level2" />
    </>,
  )
  expect(screen.getByLabelText('Reason').getAttribute('autocomplete')).toBe('off')
  expect(screen.getByLabelText('City').getAttribute('autocomplete')).toBe('address-level2')
})

test('without an error the control is not invalid', () => {
  render(<TextInput label="NIN" maxLength={60} />)
  expect(screen.getByLabelText('NIN').hasAttribute('aria-invalid')).toBe(false)
})

test.each([
  ['one that is offered', 'b', 'b'],
  ['one that is no longer offered', 'gone', ''],
])('a list of choices with %s has that selected, or none', (_, value, selected) => {
  render(<Select label="Grade" options={{ a: 'A', b: 'B' }} value={value} onChange={() => {}} />)
  expect(screen.getByLabelText<HTMLSelectElement>('Grade').value).toBe(selected)
})

test('a text area counts its initial text too, and announces the last characters', async () => {
  render(<Textarea label="Hobbies" maxLength={30} defaultValue="Chess" />)
  expect(screen.getByText('5 / 30')).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('')
  await userEvent.type(screen.getByLabelText('Hobbies'), ' and more')
  expect(screen.getByText('14 / 30')).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('16 characters left')
})

test('the last twenty characters are announced, and those before are not', () => {
  const { rerender } = render(<Textarea label="Hobbies" maxLength={30} value={'x'.repeat(9)} onChange={() => {}} />)
  expect([screen.getByText('9 / 30'), screen.getByRole('status').textContent]).toEqual([expect.anything(), ''])
  rerender(<Textarea label="Hobbies" maxLength={30} value={'x'.repeat(10)} onChange={() => {}} />)
  expect(screen.getByRole('status').textContent).toBe('20 characters left')
})

test('a text area hands over its element and what is typed', async () => {
  const ref = createRef<HTMLTextAreaElement>()
  const take = vi.fn<(element: HTMLTextAreaElement | null) => void>()
  const onInput = vi.fn()
  const { unmount } = render(
    <>
      <Textarea label="One" maxLength={30} ref={ref} onInput={onInput} />
      <Textarea label="Two" maxLength={30} ref={take} />
    </>,
  )
  await userEvent.type(screen.getByLabelText('One'), 'x')
  expect([ref.current, take.mock.calls[0]?.[0]]).toEqual([screen.getByLabelText('One'), screen.getByLabelText('Two')])
  expect(onInput).toHaveBeenCalledOnce()
  unmount()
  expect(ref.current).toBeNull()
})

/** What a screen reader says of a control after its name. */
const describe = (element: HTMLElement) =>
  element
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)

test('a question with several controls is described by its hint and its error as a whole', () => {
  const show = (props: { hint?: string; error?: string }) => (
    <FieldGroup label="Sex" {...props}>
      {(attributes) => <input type="radio" aria-label="Female" {...attributes} />}
    </FieldGroup>
  )
  const { rerender } = render(show({}))
  const group = screen.getByRole('group', { name: 'Sex' })
  expect([describe(group), screen.getByRole('radio').hasAttribute('aria-invalid')]).toEqual([undefined, false])
  rerender(show({ hint: 'As in your NIN.' }))
  expect(describe(group)).toEqual(['As in your NIN.'])
  rerender(show({ error: 'Choose one.' }))
  expect([describe(group), screen.getByRole('radio').getAttribute('aria-invalid')]).toEqual([['Choose one.'], 'true'])
  rerender(show({ hint: 'As in your NIN.', error: 'Choose one.' }))
  expect(describe(group)).toEqual(['As in your NIN.', 'Choose one.'])
})

test('a box to tick says its error, and nothing without one', () => {
  const { rerender } = render(<Checkbox label="I agree" id="agree" />)
  expect(screen.getByLabelText('I agree').id).toBe('agree')
  const box = screen.getByLabelText('I agree')
  expect([describe(box), box.hasAttribute('aria-invalid')]).toEqual([undefined, false])
  rerender(<Checkbox label="I agree" error="Tick it to go on." />)
  expect([describe(box), box.getAttribute('aria-invalid')]).toEqual([['Tick it to go on.'], 'true'])
})

test('what may be left out says so', () => {
  render(<TextInput label="Middle name" maxLength={60} optional />)
  render(<TextInput label="Surname" maxLength={60} />)
  render(<Select label="School" options={{}} optional />)
  render(<Textarea label="Note" maxLength={10} optional />)
  render(<PasswordInput label="Password" spellCheck={false} optional />)
  render(<FieldGroup label="Sex">{() => null}</FieldGroup>)
  render(
    <FieldGroup label="Files" optional>
      {() => null}
    </FieldGroup>,
  )
  for (const [start, text] of [
    [/^Middle name/, 'Middle name (optional)'],
    [/^Surname/, 'Surname'],
    [/^School/, 'School (optional)'],
    [/^Note/, 'Note (optional)'],
    [/^Password/, 'Password (optional)'],
    [/^Sex/, 'Sex'],
    [/^Files/, 'Files (optional)'],
  ] as const)
    expect(screen.getByText(start).textContent).toBe(text)
})

test('a control without hint and error is described by nothing', () => {
  render(<TextInput label="NIN" maxLength={60} />)
  expect(screen.getByLabelText('NIN').hasAttribute('aria-describedby')).toBe(false)
})

test.each([
  ['a field', <TextInput key="field" label="NIN" maxLength={60} />],
  ['a box to tick', <Checkbox key="box" label="I agree" />],
  [
    'a question with several controls',
    <FieldGroup key="group" label="Sex">
      {(attributes) => <input type="radio" aria-label="Female" {...attributes} />}
    </FieldGroup>,
  ],
])('%s without hint and error leaves no empty line for them', (_, field) => {
  render(field)
  expect(document.querySelectorAll('p')).toHaveLength(0)
})

test('a password is hidden until somebody wants to see it', async () => {
  render(<PasswordInput label="Password" />)
  const field = screen.getByLabelText('Password')
  expect(field.getAttribute('type')).toBe('password')
  expect(screen.getByRole('button', { name: 'Show password' }).getAttribute('aria-controls')).toBe(field.id)
  expect(screen.getByRole('button', { name: 'Show password' }).textContent).toBe('Show')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field.getAttribute('type')).toBe('text')
  expect(screen.getByRole('button', { name: 'Hide password' }).textContent).toBe('Hide')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field.getAttribute('type')).toBe('password')
})

test('no spelling checker, which may be a service elsewhere, is given a password or a User ID', async () => {
  render(
    <>
      <PasswordInput label="Password" />
      <TextInput label="User ID" maxLength={60} spellCheck={false} />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText('Password').getAttribute('spellcheck')).toBe('false')
  expect(screen.getByLabelText('User ID').getAttribute('spellcheck')).toBe('false')
})
