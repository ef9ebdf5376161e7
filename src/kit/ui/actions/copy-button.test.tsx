import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'

test('the button says what it copies, and a status that it has', async () => {
  const user = userEvent.setup()
  render(<CopyButton text="310007123456" label="RRR" />)
  const readIcon = () => document.querySelector('svg')?.getAttribute('class')
  expect(readIcon()).toMatch(/copy/)
  await user.click(screen.getByRole('button', { name: 'Copy RRR' }))
  expect(await screen.findByRole('button', { name: 'Copied RRR' })).toBe(document.activeElement)
  expect(screen.getByRole('status').textContent).toBe('Copied RRR')
  expect(readIcon()).toMatch(/check/)
  expect(await navigator.clipboard.readText()).toBe('310007123456')
})

test('a moment later the button offers to copy again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(<CopyButton text="310007123456" label="RRR" />)
  await user.click(screen.getByRole('button', { name: 'Copy RRR' }))
  await screen.findByRole('button', { name: 'Copied RRR' })
  act(() => void vi.advanceTimersByTime(2_000))
  expect(screen.getByRole('button', { name: 'Copy RRR' })).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('')
  vi.useRealTimers()
})

test.each([true, false])('a browser that refuses its clipboard copies what is selected (%s)', async (isCopied) => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed.'))
  const selected: string[] = []
  document.execCommand = () => {
    const { value, selectionStart, selectionEnd } = document.querySelector('textarea') as HTMLTextAreaElement
    selected.push(value.slice(selectionStart, selectionEnd))
    return isCopied
  }
  render(<CopyButton text="310007123456" label="RRR" />)
  await user.click(screen.getByRole('button', { name: 'Copy RRR' }))
  expect(await screen.findByRole('button', { name: isCopied ? 'Copied RRR' : 'Copy RRR' })).toBeDefined()
  expect([selected, document.querySelector('textarea')]).toEqual([['310007123456'], null])
})
