import { type ComponentType, lazy, useState } from 'react'
import { counted } from '#web/lib/http/activity.ts'
import { loadPatiently } from '#web/lib/lazy/load-with-retry.ts'
import { gotNoAnswer } from '#web/lib/offline/connection.ts'
import { whyNotLoaded } from './load-failure.ts'

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
  const code = () =>
    loadPatiently(() =>
      load().catch((error: unknown) => {
        gotNoAnswer()
        throw error
      }),
    )
  const Lazy = lazy(async () => {
    try {
      return { default: (await counted(code())).Component }
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
    loaded = (await code()).Component
  }
  return Page
}
