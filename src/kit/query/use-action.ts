// Sending something to the server from a component: whether the call is running, and why the last one failed.
import { useRef, useState } from 'react'

export interface Action<Input extends unknown[]> {
  /** Never rejects. Does nothing while the action is running, so that a double click sends once. */
  run(...input: Input): Promise<void>
  isPending: boolean
  /** What the last run threw (an ApiError or a NetworkError); null before, while it runs and after a success. */
  error: unknown
  /** Forgets the error, when what it was about is discarded. */
  clearError(): void
}

interface Options {
  /** Called with what the action threw, after the component is gone as well: a toast outlives its page. */
  onError?: (error: unknown) => void
}

export function useAction<Input extends unknown[] = []>(
  action: (...input: Input) => Promise<void>,
  { onError }: Options = {},
): Action<Input> {
  // State is too late to stop a second click in the same tick.
  const isRunning = useRef(false)
  const [state, setState] = useState<{ isPending: boolean; error: unknown }>({ isPending: false, error: null })

  async function run(...input: Input) {
    if (isRunning.current) return
    isRunning.current = true
    setState({ isPending: true, error: null })
    try {
      await action(...input)
      setState({ isPending: false, error: null })
    } catch (error) {
      setState({ isPending: false, error })
      onError?.(error)
    } finally {
      isRunning.current = false
    }
  }

  return { run, ...state, clearError: () => setState((state) => ({ ...state, error: null })) }
}
