import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { TextInput } from '../inputs/text-input.tsx'
import { ErrorSummary } from './error-summary.tsx'

const problems = [{ message: 'Name is required.', field: 'name' }, { message: 'Something else is wrong.' }]

test('an error summary gets the focus when it appears', () => {
  render(<ErrorSummary errors={problems} />)
  expect(document.activeElement).toBe(screen.getByRole('alert', { name: 'There is a problem' }))
})

test('where the page moves the focus itself, an error summary does not take it', () => {
  render(<ErrorSummary errors={problems} focus="elsewhere" />)
  expect(document.activeElement).toBe(document.body)
})

test('the links of an error summary lead to their fields', async () => {
  render(
    <>
      <ErrorSummary errors={problems} />
      <TextInput label="Name" maxLength={60} id="name" error="Name is required." />
    </>,
  )
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  await userEvent.click(screen.getByRole('link', { name: 'Name is required.' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  // It is scrolled to the middle, where no bar covers it.
  expect(focus.mock.lastCall).toEqual([{ preventScroll: true }])
})

test('without errors there is no error summary', () => {
  render(<ErrorSummary errors={[]} />)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an error of no single field is no link, and an error may say where its field is', () => {
  render(<ErrorSummary errors={[...problems, { message: 'Enter a year.', field: 'year', where: 'Step 2' }]} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Name is required.',
    'Something else is wrong.',
    'Enter a year. Step 2',
  ])
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Name is required.',
    'Enter a year.',
  ])
})

test('a page that moves the focus itself keeps it, and is told which field was chosen', async () => {
  const onSelect = vi.fn()
  render(<ErrorSummary errors={problems} focus="elsewhere" onSelect={onSelect} />)
  expect(document.activeElement).toBe(document.body)
  const link = screen.getByRole('link', { name: 'Name is required.' })
  const clicked = new MouseEvent('click', { bubbles: true, cancelable: true })
  link.dispatchEvent(clicked)
  expect([onSelect.mock.calls, clicked.defaultPrevented]).toEqual([[['name']], true])
})
