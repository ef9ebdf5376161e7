import { useLayoutEffect, useState } from 'react'
import { ApiError } from '../http/api-error.ts'
import type { Loader } from './load-once.ts'
import { reloadOnce } from './reload-once.ts'

type Outcome<T> = { value: T } | { failure: unknown }

/**
 * The code of a page or of a part of it; null until it is there. Without Suspense: React would show what stands for it for 300
 * ms at least, also when the code is there a moment later.
 * @throws while it renders, what loading has thrown
 */
export function useCode<T>(code: Loader<T>): T | null {
  // Kept for the whole visit: another component in its place would lose what was typed.
  const [outcome, setOutcome] = useState<Outcome<T> | null>(() => code.loaded && { value: code.loaded })
  useLayoutEffect(() => {
    if (outcome) return undefined
    let isAway = false
    const settle = (settled: Outcome<T>) => {
      if (!isAway) setOutcome(settled)
    }
    code.load().then(
      (value) => settle({ value }),
      (failure: unknown) => {
        // What the server refuses is refused again.
        const isReloading = !isAway && !(failure instanceof ApiError) && reloadOnce()
        if (!isReloading) settle({ failure })
      },
    )
    return () => {
      isAway = true
    }
  }, [code, outcome])
  if (outcome && 'failure' in outcome) throw outcome.failure
  return outcome ? outcome.value : null
}
