import { useState } from 'react'
import { useAction } from '#kit/query/use-action.ts'

interface Options {
  onError?: (error: unknown) => void
}

/** Several ways to the same end, such as a code and a passkey: one runs at a time, and the error is that of the last. */
export function useWays<Way extends string>(options: Options = {}) {
  const [way, setWay] = useState<Way | null>(null)
  const { run, isPending, error } = useAction((step: () => Promise<void>) => step(), options)
  return {
    error,
    pending: isPending ? way : null,
    /** Never rejects. Does nothing while a way is running. */
    async take(next: Way, step: () => Promise<void>) {
      if (isPending) return
      setWay(next)
      await run(step)
    },
  }
}
