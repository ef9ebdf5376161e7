import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { TextInput } from '../inputs/text-input.tsx'
import { FormDialog } from './dialog.tsx'
import { toast, toastStore } from './toast.ts'

function Page({
  isPending = false,
  onSubmit = () => {},
}: {
  isPending?: boolean
  onSubmit?: (form: FormData) => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <FormDialog
          title="Rename"
          intro={<p>The list gets a new name.</p>}
          error="The name is taken."
          submit="Save"
          isPending={isPending}
          onSubmit={onSubmit}
          onClose={() => setOpen(false)}
        >
          <TextInput label="Name" maxLength={60} name="name" defaultValue="First" />
        </FormDialog>
      )}
    </>
  )
}
const open = async (props: Parameters<typeof Page>[0] = {}) => {
  render(<Page {...props} />)
  await userEvent.click(screen.getByText('Open'))
  return screen.findByRole('dialog', { name: 'Rename' })
}

test('a dialog is modal, and says in it why the last try failed', async () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  await open()
  expect(showModal).toHaveBeenCalledOnce()
  expect(screen.getByRole('alert').textContent).toBe('The name is taken.')
})

test('screen readers read with its title what happens, above the field that has the focus', async () => {
  const dialog = await open()
  const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toBe('The list gets a new name.')
})

test('Escape and Cancel close it, and the focus goes back to where it was', async () => {
  const dialog = await open()
  screen.getByLabelText('Name').focus()
  const cancelled = new Event('cancel', { cancelable: true })
  dialog.dispatchEvent(cancelled)
  // The browser does not close it by itself: React would not know.
  expect(cancelled.defaultPrevented).toBe(true)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('Open'))
  await userEvent.click(screen.getByText('Open'))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('Open'))
  expect(toastStore.get()).toEqual([])
})

test.each(['{Escape}', 'Cancel'])('what is cancelled after it was sent (%s) may be done all the same', async (way) => {
  toast.clear()
  const dialog = await open({ isPending: true })
  if (way === 'Cancel') await userEvent.click(screen.getByRole('button', { name: way }))
  else dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(toastStore.get()).toMatchObject([
    { tone: 'info', message: 'It was sent before you cancelled, and may be done all the same.' },
  ])
  toast.clear()
})

test('a field that is left without a file does not close it', async () => {
  await open()
  screen.getByLabelText('Name').dispatchEvent(new Event('cancel', { bubbles: true }))
  expect(await screen.findByRole('dialog', { name: 'Rename' })).toBeDefined()
  expect(screen.getByLabelText('Name')).toBeDefined()
})

test('a browser without dialogs shows it over the page, with the focus in it, and Escape closes it', async () => {
  const { showModal } = HTMLDialogElement.prototype
  onTestFinished(() => void Object.assign(HTMLDialogElement.prototype, { showModal }))
  Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal')
  const dialog = await open()
  expect(dialog.hasAttribute('open')).toBe(true)
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('Open'))
})

test('what was typed is submitted, once', async () => {
  const onSubmit = vi.fn<(form: FormData) => void>()
  await open({ onSubmit })
  await userEvent.type(screen.getByLabelText('Name'), ' list')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit.mock.calls.map(([form]) => form.get('name'))).toEqual(['First list'])
})

test('what cannot be undone has a button of another colour', () => {
  const form = { title: 'Delete', error: null, submit: 'Delete', isPending: false, onSubmit() {}, onClose() {} }
  const { rerender } = render(<FormDialog {...form} />)
  const readColour = () => screen.getByRole('button', { name: 'Delete' }).className
  expect(readColour()).toContain('primary')
  rerender(<FormDialog {...form} isDangerous />)
  expect(readColour()).toContain('danger')
})

test('while it is sent it is not sent again, by the button or by Enter', async () => {
  const onSubmit = vi.fn()
  await open({ onSubmit, isPending: true })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.type(screen.getByLabelText('Name'), '{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
})
