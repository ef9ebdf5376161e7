// A part of a page whose code loads after the page itself, so that a slow connection shows the rest first.
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { loadOnce } from './load-once.ts'

export type LazyPart<P extends object> = ComponentType<P> & { preload(): void }

/**
 * Shows `fallback` until the code is there, and keeps trying while offline.
 * @param load returns the component; called again after a failure
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, fallback: ReactNode): LazyPart<P> {
  const code = loadOnce(load)
  const Lazy = lazy(async () => ({ default: await code.load() }))
  const Part = (props: P) => {
    // React shows a fallback for 300 ms at least, also when the code is there a moment later.
    const [Loaded] = useState(() => code.loaded)
    if (Loaded) return <Loaded {...props} />
    return (
      <Suspense fallback={fallback}>
        <Lazy {...props} />
      </Suspense>
    )
  }
  return Object.assign(Part, { preload: () => void code.load() })
}

/** Returns what cancels it, for an effect whose component goes before the browser is idle. */
export function runWhenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const request = requestIdleCallback(callback)
    return () => cancelIdleCallback(request)
  }
  const timer = setTimeout(callback, 1000)
  return () => clearTimeout(timer)
}
