import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TextInput } from '../inputs/text-input.tsx'
import { ErrorSummary } from './error-summary.tsx'

const problems = [{ message: 'Name is required.', field: 'name' }, { message: 'Something else is wrong.' }]

test('an error summary gets the focus when it appears', () => {
  render(<ErrorSummary errors={problems} />)
  expect(document.activeElement).toBe(screen.getByRole('alert', { name: 'There is a problem' }))
})

test('the links of an error summary lead to their fields', async () => {
  render(
    <>
      <ErrorSummary errors={problems} />
      <TextInput label="Name" id="name" error="Name is required." />
    </>,
  )
  await userEvent.click(screen.getByRole('link', { name: 'Name is required.' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})

test('without errors there is no error summary', () => {
  render(<ErrorSummary errors={[]} />)
  expect(screen.queryByRole('alert')).toBeNull()
})
