// A part of a page whose code comes after the page itself, so that a slow line shows the rest first.
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { loadPatiently } from './load-with-retry.ts'

export type LaterPart<P extends object> = ComponentType<P> & { preload(): void }

/**
 * Draws `waiting` until the part is there, and keeps trying while the line is down.
 * @param load gives the component; called again after a failure
 */
export function laterPart<P extends object>(load: () => Promise<ComponentType<P>>, waiting: ReactNode): LaterPart<P> {
  let asked: Promise<ComponentType<P>> | null = null
  const once = () => {
    asked ??= loadPatiently(load)
    return asked
  }
  const Lazy = lazy(async () => ({ default: await once() }))
  const Part = (props: P) => (
    <Suspense fallback={waiting}>
      <Lazy {...props} />
    </Suspense>
  )
  return Object.assign(Part, { preload: () => void once() })
}

/** Runs when the page has settled. */
export function whenIdle(act: () => void) {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act)
  else setTimeout(act, 1000)
}
