import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CopyButton } from './copy-button.tsx'

test('the button says what it copies, and a status that it has', async () => {
  const user = userEvent.setup()
  render(<CopyButton text="310007123456" label="RRR" />)
  await user.click(screen.getByRole('button', { name: 'Copy RRR' }))
  expect(await screen.findByRole('button', { name: 'Copied RRR' })).toBe(document.activeElement)
  expect(screen.getByRole('status').textContent).toBe('Copied RRR')
  expect(await navigator.clipboard.readText()).toBe('310007123456')
})
