import { useState } from 'react'
import { useAction } from '#kit/query/use-action.ts'

interface Options {
  onError?: (error: unknown) => void
}

/** Several methods of one sign-in, such as a code and a passkey: one runs at a time, and the error is that of the last. */
export function useSignInMethods<Method extends string>(options: Options = {}) {
  const [method, setMethod] = useState<Method | null>(null)
  const { run: runStep, isPending, error } = useAction((step: () => Promise<void>) => step(), options)
  return {
    error,
    pending: isPending ? method : null,
    /** Never rejects. Does nothing while a method is running. */
    async run(next: Method, step: () => Promise<void>) {
      if (isPending) return
      setMethod(next)
      await runStep(step)
    },
  }
}
