import { type ComponentType, lazy, useState } from 'react'
import { trackActivity } from '../http/activity.ts'
import { ApiError } from '../http/api-error.ts'
import { loadOnce } from './load-once.ts'

interface PageModule {
  Component: ComponentType
}

export interface Page {
  (): React.JSX.Element
  /** Loads the page before it is rendered, so that rendering it never suspends. */
  preload(): Promise<void>
}

/**
 * A page or layout whose code loads when it is first visited; the loading bar moves meanwhile.
 * @param onFailure called for each attempt that fails
 */
export function createLazyPage(load: () => Promise<PageModule>, onFailure?: () => void): Page {
  const code = loadOnce(() =>
    load().catch((error: unknown) => {
      onFailure?.()
      throw error
    }),
  )
  const Lazy = lazy(async () => {
    try {
      return { default: (await trackActivity(code.load())).Component }
    } catch (cause) {
      throw await explainLoadFailure(cause)
    }
  })

  function Page() {
    // Kept for the whole visit: another component in its place would lose what was typed.
    const [Chosen] = useState<ComponentType>(() => code.loaded?.Component ?? Lazy)
    return <Chosen />
  }
  Page.preload = async () => {
    await code.load()
  }
  return Page
}

/**
 * The browser's error names only the file that could not be imported. A second request finds out the HTTP status, which
 * the error page shows.
 * @param cause what the import threw; returned unchanged when the request tells nothing more
 */
async function explainLoadFailure(cause: unknown): Promise<unknown> {
  const message = cause instanceof Error ? cause.message : ''
  const [url] = /https?:\/\/\S+/.exec(message) ?? []
  if (!url) return cause
  try {
    const { ok, status } = await fetch(url, { method: 'HEAD', cache: 'no-store' })
    return ok ? cause : new ApiError(status, { message })
  } catch {
    return cause
  }
}
