import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

test('a button that becomes busy turns a spinner and keeps the focus', async () => {
  const { rerender } = render(<Button>Send</Button>)
  await userEvent.tab()
  expect(document.querySelector('[data-spinner]')).toBeNull()
  rerender(<Button busy>Send</Button>)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }))
  expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement?.querySelector('[data-spinner]')).not.toBeNull()
  await userEvent.tab()
  await userEvent.tab({ shift: true })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }))
})

test('a busy button neither calls its action nor submits its form, by mouse or keyboard', async () => {
  const action = vi.fn()
  const submit = vi.fn()
  render(
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" busy onClick={action}>
        Send
      </Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await userEvent.keyboard('{Enter} ')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), '{Enter}')
  expect([action.mock.calls.length, submit.mock.calls.length]).toEqual([0, 0])
})

test('a button is as wide as its column only where that is asked for, and has the class that it is given', () => {
  render(
    <>
      <Button wide>Wide</Button>
      <Button className="own">Own</Button>
      <Button>Usual</Button>
    </>,
  )
  const usual = [...screen.getByText('Usual').classList]
  const listFurther = (name: string) => [...screen.getByText(name).classList].filter((one) => !usual.includes(one))
  expect(listFurther('Own')).toEqual(['own'])
  expect(listFurther('Wide')).toHaveLength(1)
})
