// What was chosen for a case and not recorded yet.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { MeContext } from '#staff/entities/session/staff-session.ts'
import { buildCase, buildMe } from '#tests/support/fixtures/staff-replies.ts'
import { chooseVerdict } from './review-draft.ts'
import { useReviewDraft } from './use-review-draft.ts'

afterEach(() => void vi.useRealTimers())

test('a verdict that was chosen is still chosen after an hour on other pages, of its case alone', () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  const wrapper = (props: { children: ReactNode }) => (
    <MeContext value={buildMe()}>
      <QueryClientProvider client={client} {...props} />
    </MeContext>
  )
  const open = (number: string) =>
    renderHook(() => useReviewDraft({ ...buildCase({ number }), tables: null }), { wrapper })
  const first = open('APP-1')
  act(() => first.result.current.change((draft) => chooseVerdict(draft, 'hold')))
  first.unmount()
  vi.advanceTimersByTime(60 * 60_000)
  expect(open('APP-1').result.current.draft.verdict).toBe('hold')
  expect(open('APP-2').result.current.draft.verdict).toBeNull()
})
