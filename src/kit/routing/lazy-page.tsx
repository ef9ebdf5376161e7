import type { ComponentType, ReactNode } from 'react'
import { trackActivity } from '../http/activity.ts'
import { ApiError } from '../http/api-error.ts'
import { PageSpinner } from '../ui/feedback/page-spinner.tsx'
import { loadOnce } from './load-once.ts'
import { useCode } from './use-code.ts'

interface PageModule {
  Component: ComponentType
}

export interface Page {
  (props: { children?: ReactNode }): React.JSX.Element
  /** Loads the page before it is rendered, so that it is there at once. */
  preload(): Promise<void>
}

/**
 * A page or layout whose code loads when it is first visited, with children that appear with it; the loading bar moves
 * meanwhile.
 * @param onFailure called for each attempt that fails
 */
export function createLazyPage(load: () => Promise<PageModule>, onFailure?: () => void): Page {
  const code = loadOnce(() =>
    load().catch((error: unknown) => {
      onFailure?.()
      throw error
    }),
  )
  const visited = {
    get loaded() {
      return code.loaded
    },
    async load() {
      try {
        return await trackActivity(code.load())
      } catch (cause) {
        throw await explainLoadFailure(cause)
      }
    },
  }

  function Page({ children }: { children?: ReactNode }) {
    const page = useCode(visited)
    if (!page) return <PageSpinner />
    return (
      <>
        <page.Component />
        {children}
      </>
    )
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
