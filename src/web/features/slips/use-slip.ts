import { useEffect, useState } from 'react'
import type { GenuineSlip } from '#shared/api/slips.ts'
import { errors } from '#shared/messages/errors.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/http.ts'

export type SlipAnswer =
  | { kind: 'asking' }
  | { kind: 'genuine'; slip: GenuineSlip }
  | { kind: 'unknown'; words: string }
  /** No answer, or one about something else: it says nothing about the slip. */
  | { kind: 'failed'; words: string }

export function useSlip(code: string): { answer: SlipAnswer; askAgain(): void } {
  const [answer, setAnswer] = useState<SlipAnswer>({ kind: 'asking' })
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again.
  useEffect(() => {
    const stop = new AbortController()
    setAnswer({ kind: 'asking' })
    call('verifySlip', { params: { code }, signal: stop.signal }).then(
      ({ data }) => setAnswer({ kind: 'genuine', slip: data }),
      (error: unknown) => {
        if (!stop.signal.aborted) setAnswer(failure(error))
      },
    )
    return () => stop.abort()
  }, [code, round])

  return { answer, askAgain: () => setRound(round + 1) }
}

function failure(error: unknown): SlipAnswer {
  if (!(error instanceof ApiError))
    return { kind: 'failed', words: 'We could not reach the portal. Check your connection.' }
  // What cannot be a code at all (400) is no code of a slip either.
  if (error.status === 404 || error.status === 400) return { kind: 'unknown', words: errors.slip_unknown.message }
  return { kind: 'failed', words: error.message || errors.unexpected.message }
}
