import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { unfinishedDate } from '#shared/format/local-time.ts'
import { ErrorSummary } from '../feedback/error-summary.tsx'
import { TextInput } from '../inputs/text-input.tsx'
import { FormStack } from './form-stack.tsx'

const user = userEvent.setup()

/** @param answer of a server, which refuses; none for what the page refuses itself */
function Form({ answer, hasSummary = false }: { answer?: Promise<void>; hasSummary?: boolean }) {
  const [errors, setErrors] = useState<{ name?: string; code?: string }>({})
  const refuse = () => setErrors({ name: 'A name is needed.', code: 'A code is needed.' })
  return (
    <FormStack onSubmit={() => void (answer ? answer.then(refuse) : refuse())}>
      {hasSummary && <ErrorSummary errors={errors.name ? [{ message: errors.name }] : []} />}
      <TextInput label="Email" maxLength={60} name="email" />
      <TextInput label="Name" maxLength={60} name="name" error={errors.name} />
      <TextInput label="Code" maxLength={60} name="code" error={errors.code} />
      <button type="submit">Send</button>
    </FormStack>
  )
}
const box = (name: string) => screen.getByRole('textbox', { name })
const send = () => user.click(screen.getByRole('button', { name: 'Send' }))

test('the first field that is refused gets the focus, also when it was refused before', async () => {
  render(<Form />)
  // The browser says nothing in place of the page.
  expect(document.querySelector('form')?.noValidate).toBe(true)
  await send()
  expect(document.activeElement).toBe(box('Name'))
  await user.type(box('Code'), 'x')
  expect(document.activeElement).toBe(box('Code'))
  await send()
  expect(document.activeElement).toBe(box('Name'))
})

test('a field that says its error already gets the focus again', async () => {
  render(
    <FormStack>
      <TextInput label="Name" maxLength={60} error="A name is needed." />
      <button type="submit">Send</button>
    </FormStack>,
  )
  await send()
  expect(document.activeElement).toBe(box('Name'))
})

test('a summary of the errors keeps the focus that it takes', async () => {
  render(<Form hasSummary />)
  await send()
  expect(document.activeElement).toBe(screen.getByRole('alert', { name: 'There is a problem' }))
})

test('so does one that the server refuses later, unless somebody types again meanwhile', async () => {
  const first = Promise.withResolvers<void>()
  const { unmount } = render(<Form answer={first.promise} />)
  await send()
  first.resolve()
  await screen.findByText('A name is needed.')
  await waitFor(() => expect(document.activeElement).toBe(box('Name')))
  unmount()

  const second = Promise.withResolvers<void>()
  render(<Form answer={second.promise} />)
  await send()
  await user.type(box('Email'), 'x')
  second.resolve()
  await screen.findByText('A name is needed.')
  expect(document.activeElement).toBe(box('Email'))
})

test('who has gone on to another part of the page meanwhile keeps the focus there', async () => {
  const answer = Promise.withResolvers<void>()
  render(
    <>
      <Form answer={answer.promise} />
      <TextInput label="Note" maxLength={60} />
    </>,
  )
  await send()
  await user.click(box('Note'))
  answer.resolve()
  await screen.findByText('A name is needed.')
  expect(document.activeElement).toBe(box('Note'))
})

test('half a date is not taken for none', async () => {
  const onSubmit = vi.fn<(form: FormData) => void>()
  render(
    <FormStack onSubmit={onSubmit}>
      <input type="date" name="from" aria-label="From" defaultValue="2026-12-07" />
      <input type="date" name="to" aria-label="To" />
      <button type="submit">Send</button>
    </FormStack>,
  )
  Object.defineProperty(screen.getByLabelText('To'), 'validity', { value: { badInput: true } })
  await send()
  expect(onSubmit.mock.calls.map(([form]) => [...form])).toEqual([
    [
      ['from', '2026-12-07'],
      ['to', unfinishedDate],
    ],
  ])
})
