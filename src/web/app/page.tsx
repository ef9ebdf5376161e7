import { type ComponentType, lazy, useState } from 'react'
import { counted } from '#web/lib/activity.ts'
import { whyNotLoaded } from './why-not-loaded.ts'

interface PageModule {
  Component: ComponentType
}

export interface Page {
  (): React.JSX.Element
  /** Loads it before it is drawn, so that drawing it never waits. */
  preload(): Promise<void>
}

/** A page or layout whose code loads when it is first visited; the thin bar on top moves meanwhile. */
export function page(load: () => Promise<PageModule>): Page {
  let loaded: ComponentType | null = null
  const Lazy = lazy(async () => {
    try {
      return { default: (await counted(load())).Component }
    } catch (cause) {
      throw await whyNotLoaded(cause)
    }
  })

  function Page() {
    // What a visit began with stays: another component in its place would lose what was typed.
    const [Chosen] = useState<ComponentType>(() => loaded ?? Lazy)
    return <Chosen />
  }
  Page.preload = async () => {
    loaded = (await load()).Component
  }
  return Page
}
