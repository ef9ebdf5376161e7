import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#shared/routes.ts'
import { type SuccessProps, SuccessStep } from './success-step.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const submission = { applicationId: 'APP-2024-000123', submittedAt: '2026-11-21T13:32:00Z' }

const show = (more: Partial<SuccessProps> = {}) =>
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<SuccessStep submission={submission} isCorrection={false} {...more} />} />
        <Route path={paths.prints} element={<p>The slip</p>} />
        <Route path="*" element={<p>Another page</p>} />
      </Routes>
    </MemoryRouter>,
  )
const print = () => fireEvent.click(screen.getByRole('button', { name: 'Print Slip' }))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const isOpen = (page: string) => screen.queryByText(page) !== null

test('the slip opens three seconds after Print Slip, and not by itself', async () => {
  show()
  await pass(10_000)
  expect(isOpen('The slip')).toBe(false)
  print()
  expect(screen.getByRole('button', { name: 'Print Slip' }).getAttribute('aria-busy')).toBe('true')
  await pass(2_999)
  expect(isOpen('The slip')).toBe(false)
  await pass(1)
  expect(isOpen('The slip')).toBe(true)
})

test('who has left meanwhile is not brought to the slip', async () => {
  show()
  print()
  fireEvent.click(screen.getByRole('link', { name: 'Go to your dashboard' }))
  await pass(10_000)
  expect(isOpen('Another page')).toBe(true)
})

test.each([
  [false, 'Your application has been successfully submitted.', /^Print both slips now/],
  [true, 'Your corrected application has been successfully submitted.', /^Print the application slip again/],
])('it says what was sent and what to print (a correction: %s)', (isCorrection, sent, next) => {
  show({ isCorrection })
  expect(screen.getByRole('status').textContent).toContain(sent)
  expect(screen.getAllByRole('listitem')[0]?.textContent).toMatch(next)
})

test('the time stands there where it is known', () => {
  show()
  expect(screen.getByText(/^Submitted on/).textContent).toBe('Submitted on 21 November 2026, 2:32 pm.')
  show({ submission: { applicationId: 'APP-2024-000124' } })
  expect(screen.getAllByText(/^Submitted on/)).toHaveLength(1)
})
