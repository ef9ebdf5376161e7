import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TextInput } from './text-input.tsx'
import { Textarea } from './textarea.tsx'

test('a control is described by its hint and its error, in that order', () => {
  render(<TextInput label="NIN" hint="11 digits." error="A NIN has exactly 11 digits." />)
  const ids = screen.getByLabelText('NIN').getAttribute('aria-describedby')?.split(' ') ?? []
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual([
    '11 digits.',
    'A NIN has exactly 11 digits.',
  ])
  expect(screen.getByLabelText('NIN').getAttribute('aria-invalid')).toBe('true')
})

test('without an error the control is not invalid', () => {
  render(<TextInput label="NIN" />)
  expect(screen.getByLabelText('NIN').hasAttribute('aria-invalid')).toBe(false)
})

test('a text area counts its initial text too, and announces the last characters', async () => {
  render(<Textarea label="Hobbies" maxLength={30} defaultValue="Chess" />)
  expect(screen.getByText('5 / 30')).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('')
  await userEvent.type(screen.getByLabelText('Hobbies'), ' and more')
  expect(screen.getByText('14 / 30')).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('16 characters left')
})
