import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#applicant/http/call.ts'
import { ApiError } from '#kit/http/api-error.ts'
import type { GenuineSlip } from '#shared/api/applicant/slips.ts'
import { refusals } from '#shared/messages/refusals.ts'

export type SlipCheck =
  | { kind: 'checking' }
  | { kind: 'genuine'; slip: GenuineSlip }
  | { kind: 'unknown'; message: string }
  /** No reply, or an error that says nothing about the slip. */
  | { kind: 'failed'; message: string }

/** Checks a slip's code, and again on `retry`. Not by React Query: the page is public, and nothing else reads slips. */
export function useSlip(code: string): { result: SlipCheck; retry(): void } {
  const [result, setResult] = useState<SlipCheck>({ kind: 'checking' })
  const running = useRef<AbortController>(null)

  const check = useCallback(() => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setResult({ kind: 'checking' })
    call('verifySlip', { params: { code }, signal: controller.signal }).then(
      ({ data }) => setResult({ kind: 'genuine', slip: data }),
      (error: unknown) => {
        if (!controller.signal.aborted) setResult(describeError(error))
      },
    )
  }, [code])

  useEffect(() => {
    check()
    return () => running.current?.abort()
  }, [check])

  return { result, retry: check }
}

function describeError(error: unknown): SlipCheck {
  if (!(error instanceof ApiError))
    return { kind: 'failed', message: 'We could not reach the portal. Check your connection.' }
  // 400: the text cannot be a code, so no slip has it.
  if (error.status === 404 || error.status === 400) return { kind: 'unknown', message: refusals.slip_unknown }
  return { kind: 'failed', message: error.message || refusals.unexpected }
}
