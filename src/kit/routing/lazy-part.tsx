// A part of a page whose code loads after the page itself, so that a slow connection shows the rest first.
import type { ComponentType, ReactNode } from 'react'
import { type Loader, loadOnce } from './load-once.ts'
import { useCode } from './use-code.ts'

export type LazyPart<P extends object> = ComponentType<P> & { preload(): void }

/**
 * Shows `fallback` until the code is there, and keeps trying while offline.
 * @param load returns the component; called again after a failure
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, fallback: ReactNode): LazyPart<P> {
  return createPart(loadOnce(load), fallback)
}

/** One that nobody misses: without its code there is nothing. */
export function optionalPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  const code = loadOnce<ComponentType<P>>(load)
  const orNothing: Loader<ComponentType<P>> = {
    get loaded() {
      return code.loaded
    },
    load: () => code.load().catch(() => Nothing),
  }
  return createPart(orNothing, null)
}

const Nothing = () => null

function createPart<P extends object>(code: Loader<ComponentType<P>>, fallback: ReactNode): LazyPart<P> {
  const Part = (props: P) => {
    const Loaded = useCode(code)
    return Loaded ? <Loaded {...props} /> : fallback
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
